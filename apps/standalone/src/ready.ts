/** Waits until the process serves requests. */
import { StartError } from '@footfall/errors';
import { reachableUrl } from '@footfall/process/server-url';
import { z } from 'zod';

const attemptsMax = 100;
const intervalMs = 100;
/** A process continues without its state, so it also starts without it; the log describes the consequences. */
const dispensable: ReadonlySet<string> = new Set(['state']);

const readinessSchema = z.object({ reasons: z.record(z.string(), z.string()).default({}) });

/** Resolves once `/readyz` of every base URL reports all required dependencies. Rejects with a StartError that names the missing ones. */
export async function awaitReady(urls: readonly string[]): Promise<void> {
  for (const url of urls) {
    for (let attempt = 1; ; attempt += 1) {
      const missing = (await missingAt(url)).filter(([name]) => !dispensable.has(name));
      if (missing.length === 0) break;
      if (attempt === attemptsMax) {
        const reasons = missing.map(([name, reason]) => `${name} (${reason})`);
        throw new StartError(`${url} did not become ready: ${reasons.join(', ')}`);
      }
      await new Promise((resolve) => setTimeout(resolve, intervalMs));
    }
  }
}

/** Returns the dependencies that `url` reports as missing, each with its reason. */
async function missingAt(url: string): Promise<[name: string, reason: string][]> {
  try {
    const response = await fetch(`${reachableUrl(url)}/readyz`, { signal: AbortSignal.timeout(4_000) });
    return Object.entries(readinessSchema.parse(await response.json()).reasons);
  } catch {
    return [['/readyz', 'No answer']];
  }
}
