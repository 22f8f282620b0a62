/** The stored events, read by a separate process: in a data directory that no other process has open, or on servers. */
import type { VerifyReport } from '@footfall/warehouse';
import { run } from '../child-process.ts';
import type { StoredEvent } from './checker.ts';
import { rigEnvironment, type RigOptions } from './rig-options.ts';

export const rigFile = 'packages/testing/dist/kill/rig.js';

/** The settings that lead to the store. */
export type Place = Readonly<Record<string, string>>;

export interface Stored {
  events: StoredEvent[];
  report: VerifyReport;
}

/** Returns the findings of `verify`, and all events, once everything acknowledged is stored and rolled up. */
export async function checkStored(place: Place): Promise<Stored> {
  return tell(place, 'check');
}

/** Returns the events stored at the moment. */
export async function storedEvents(place: Place): Promise<StoredEvent[]> {
  return (await tell(place, 'list')).events;
}

async function tell(place: Place, mode: NonNullable<RigOptions['mode']>): Promise<Stored> {
  const child = run(rigFile, { ...place, API_PORT: '0', INGEST_PORT: '0', ...rigEnvironment({ mode }) });
  const line = await child.printed(/^\{"events"/);
  await child.ended;
  return JSON.parse(line) as Stored;
}
