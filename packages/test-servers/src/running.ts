/** Programs that run in the process of a test. */
import { Endings, type Lifetime } from '@footfall/process';

export type Running<Started> = Started & {
  /** Ends the parts, the last one first. Rejects with the first failure: of a part while it ran, or while it ended. */
  stop(): Promise<void>;
};

/** Resolves with the result of `start` and a function that stops it. If `start` rejects, everything that it opened is closed first. */
export async function startHere<Started extends object>(
  start: (lifetime: Lifetime) => Promise<Started>,
): Promise<Running<Started>> {
  const endings = new Endings();
  const failures: unknown[] = [];
  const hurry = new AbortController().signal;
  try {
    const started = await start({
      onStop: (name, end) => endings.add(name, end),
      fail: (error) => failures.push(error),
    });
    return {
      ...started,
      async stop() {
        failures.push(...(await endings.run(hurry)).map(({ error }) => error));
        if (failures.length > 0) throw failures[0];
      },
    };
  } catch (error) {
    await endings.run(hurry);
    throw error;
  }
}
