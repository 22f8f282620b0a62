/** `footfall demo --live`: sends events as they happen, until it is stopped. */
import { setTimeout as delay } from 'node:timers/promises';
import type { IngestClient } from '../clients/ingest-client.ts';
import type { Traffic } from './traffic.ts';

const intervalMs = 1_000;

/** Resolves with the number of events sent once `signal` aborts. Rejects with a CommandError if the ingest server does not accept them. */
export async function continueLive(traffic: Traffic, client: IngestClient, signal: AbortSignal): Promise<number> {
  let sent = 0;
  try {
    while (!signal.aborted) {
      for (const event of traffic.until(Date.now())) {
        await client.add(event);
        sent += 1;
      }
      await client.flush();
      await delay(intervalMs, undefined, { signal });
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return sent;
}
