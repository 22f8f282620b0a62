/** Checks that a process listens on a Unix socket. */
import { createConnection } from 'node:net';

/** The time in which a process on this machine accepts a connection. */
const acceptMsMax = 2_000;

/**
 * Resolves with false if there is no socket at `path`, or only one that a process has left behind. A socket that has not
 * accepted within the deadline counts as in use: it may belong to a process that is busy.
 */
export function isSocketInUse(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const deadline = AbortSignal.timeout(acceptMsMax);
    const probe = createConnection({ path, signal: deadline });
    probe.once('connect', () => {
      probe.destroy();
      resolve(true);
    });
    probe.once('error', () => resolve(deadline.aborted));
  });
}
