/** Waits until the process answers what it was started for. */
import { StartError } from '@footfall/errors';

const attemptsMax = 100;
const intervalMs = 100;

/** Resolves once `/readyz` of every base URL answers 200. Rejects with a StartError that names one that does not. */
export async function awaitReady(urls: readonly string[]): Promise<void> {
  for (const url of urls) {
    for (let attempt = 1; !(await isReady(url)); attempt += 1) {
      if (attempt === attemptsMax) throw new StartError(`${url} does not become ready: see ${url}/readyz`);
      await new Promise((resolve) => setTimeout(resolve, intervalMs));
    }
  }
}

async function isReady(url: string): Promise<boolean> {
  try {
    const response = await fetch(reachable(url) + '/readyz', { signal: AbortSignal.timeout(2_000) });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}

/** A server that listens everywhere is reached on this machine's own address. */
export function reachable(url: string): string {
  return url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');
}
