/** The stored events, read by a separate process: in a data directory that no other process has open, or on servers. */
import type { VerifyReport } from '@footfall/warehouse';
import { run } from '../child-process.ts';
import type { StoredEvent } from './checker.ts';
import { rigEnvironment, type RigOptions } from './rig-options.ts';

export const rigFile = 'packages/testing/dist/kill/rig.js';

/** The settings that lead to the stored events. */
export type StoreSettings = Readonly<Record<string, string>>;

export interface Stored {
  events: StoredEvent[];
  report: VerifyReport;
}

/** Returns the findings of `verify`, and all events, once everything acknowledged is stored and rolled up. */
export async function checkStored(store: StoreSettings): Promise<Stored> {
  return tell(store, 'check');
}

/** Returns the events stored at the moment. */
export async function storedEvents(store: StoreSettings): Promise<StoredEvent[]> {
  return (await tell(store, 'list')).events;
}

async function tell(store: StoreSettings, mode: NonNullable<RigOptions['mode']>): Promise<Stored> {
  const child = run(rigFile, { ...store, API_PORT: '0', INGEST_PORT: '0', ...rigEnvironment({ mode }) });
  const line = await child.printed(/^\{"events"/);
  await child.ended;
  return JSON.parse(line) as Stored;
}
