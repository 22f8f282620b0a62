/** Makes a change of workspaces, keys, people, shares, goals or annotations take effect. */
import type { AdminDeps } from './admin-deps.ts';

/** Notifies the other processes; the stores of this one see their own changes at once. A failure is only logged, because the caches of the others expire within seconds anyway. */
export async function announceChange({ state, logger }: AdminDeps): Promise<void> {
  await state
    .announceChange()
    .catch((error: unknown) =>
      logger.warn({ err: error }, 'Could not notify other processes of changed keys, people, goals or annotations'),
    );
}
