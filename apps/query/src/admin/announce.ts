/** Makes a change of keys, people, shares, goals or annotations take effect. */
import type { AdminDeps } from './admin-deps.ts';

type AnnounceDeps = Pick<AdminDeps, 'authenticator' | 'sessions' | 'state' | 'logger'>;

/** Takes effect here at once, and in other processes once they are notified. A failure to notify is only logged, because their caches expire within seconds anyway. */
export async function announceChange({ authenticator, sessions, state, logger }: AnnounceDeps): Promise<void> {
  authenticator.forget();
  sessions.forget();
  await state
    .announceKeyChange()
    .catch((error: unknown) =>
      logger.warn({ err: error }, 'could not notify other processes of changed keys, people, goals or annotations'),
    );
}
