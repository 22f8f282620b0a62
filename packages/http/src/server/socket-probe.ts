/** Checks that a process listens on a Unix socket. */
import { createConnection } from 'node:net';

/** Resolves with false if there is no socket at `path`, or only one that a process has left behind. */
export function isSocketAnswered(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createConnection(path);
    probe.once('connect', () => {
      probe.destroy();
      resolve(true);
    });
    probe.once('error', () => resolve(false));
  });
}
