/** Makes a change of workspaces, keys, people, shares, goals or annotations take effect. */
import type { AdminDeps } from './admin-deps.ts';

/** Notifies every process. This one has cleared its caches when the promise resolves; a failure to notify the others is only logged, because their caches expire within seconds anyway. */
export async function announceChange({ state, logger }: AdminDeps): Promise<void> {
  await state
    .announceKeyChange()
    .catch((error: unknown) =>
      logger.warn({ err: error }, 'Could not notify other processes of changed keys, people, goals or annotations'),
    );
}
