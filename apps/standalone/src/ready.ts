/** Waits until the apps of the process are ready. */
import { setTimeout as pause } from 'node:timers/promises';
import { StartError } from '@footfall/errors';
import type { Readiness } from '@footfall/http';

const attemptsMax = 100;
const intervalMs = 100;
/** A process continues without its state, so it also starts without it; the log describes the consequences. */
const dispensable: ReadonlySet<string> = new Set(['state']);

/** Resolves once all required dependencies of every app respond. Rejects with a StartError that names the missing ones. */
export async function awaitReady(apps: readonly { readiness: Readiness }[]): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const reasons = await Promise.all(apps.map(({ readiness }) => readiness.missing()));
    const missing = [...new Map(reasons.flatMap((each) => Object.entries(each)))].filter(
      ([name]) => !dispensable.has(name),
    );
    if (missing.length === 0) return;
    if (attempt === attemptsMax) {
      throw new StartError(
        `Footfall did not become ready: ${missing.map(([name, reason]) => `${name} (${reason})`).join(', ')}`,
      );
    }
    await pause(intervalMs);
  }
}
