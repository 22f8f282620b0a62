/** Waits until the process answers what it was started for. */
import { StartError } from '@footfall/errors';
import { reachableUrl } from '@footfall/http';
import { z } from 'zod';

const attemptsMax = 100;
const intervalMs = 100;
/** A process goes on without its state, and so it starts without it: the log says what that means. */
const dispensable: ReadonlySet<string> = new Set(['state']);

const readinessSchema = z.object({ missing: z.array(z.string()) });

/** Resolves once `/readyz` of every base URL misses nothing that is needed. Rejects with a StartError that names what one misses. */
export async function awaitReady(urls: readonly string[]): Promise<void> {
  for (const url of urls) {
    for (let attempt = 1; ; attempt += 1) {
      const missing = await missingAt(url);
      if (missing.every((name) => dispensable.has(name))) break;
      if (attempt === attemptsMax)
        throw new StartError(`${url} does not become ready: no answer from ${missing.join(', ')}`);
      await new Promise((resolve) => setTimeout(resolve, intervalMs));
    }
  }
}

/** What `url` says that it misses; `it` when it says nothing. */
async function missingAt(url: string): Promise<string[]> {
  try {
    const response = await fetch(`${reachableUrl(url)}/readyz`, { signal: AbortSignal.timeout(4_000) });
    return readinessSchema.parse(await response.json()).missing;
  } catch {
    return ['it'];
  }
}
