/** The data for benchmarks of queries: generated events, rolled up as they arrived, in a separate store. */
import { setTimeout as delay } from 'node:timers/promises';
import { type LogEnd, mergedBytesMax, RollupWorker } from '@footfall/warehouse';
import { createFootfall, type Footfall } from '../footfall.ts';
import { progress } from '../progress.ts';
import { openStore, type Store } from '../store.ts';
import { fill, topicId, type Traffic } from './fill.ts';
import { type Cast, oneWorkspace, otherWorkspace, severalWorkspaces, workspaceId } from './traffic-sql.ts';

/**
 * `several`: four workspaces in 90 days, one with 70 %. `single`: one in 90 days, and a small one. `one-day`: the same, with
 * visitors who exist for one day. `month` and `year`: one in 30 and in 365 days.
 */
export type DatasetName = 'several' | 'single' | 'one-day' | 'month' | 'year';

export interface Dataset {
  store: Store;
  footfall: Footfall;
  events: number;
  days: number;
  /** Epoch milliseconds: just after the last event. */
  endMs: number;
  /** The workspace with most of the events. */
  workspaceId: string;
  /** The workspace with some 200,000, in `single` and `one-day`. */
  smallWorkspaceId: string;
  /** Undefined if the store already existed. */
  rolledUp: RolledUp | undefined;
  close(): Promise<void>;
}

/** The cost of rolling up the backlog, merges of the engine included. */
interface RolledUp {
  eventsPerSecond: number;
  cpuUsPerEvent: number;
}

interface DatasetOptions {
  clickhouseUrl: string | undefined;
  events: number;
  seed: number;
  /** Uses the store of an earlier run, and keeps it. */
  isKept: boolean;
}

const dayMs = 86_400_000;
/** Yesterday, because the engine removes old state by the real clock. */
const defaultEndMs = Math.floor(Date.now() / dayMs) * dayMs - dayMs + Date.parse('1970-01-01T12:34:56.789Z');
const smallEvents = 200_000;
const kinds: Readonly<Record<DatasetName, { days: number; cast: Cast; lastsOneDay: boolean }>> = {
  several: { days: 90, cast: severalWorkspaces, lastsOneDay: false },
  single: { days: 90, cast: oneWorkspace, lastsOneDay: false },
  'one-day': { days: 90, cast: oneWorkspace, lastsOneDay: true },
  month: { days: 30, cast: oneWorkspace, lastsOneDay: false },
  year: { days: 365, cast: oneWorkspace, lastsOneDay: false },
};
/** The pause between calls of an idle worker. */
const idleMs = 20_000;
const restMsMax = 600_000;

export async function openDataset(name: DatasetName, options: DatasetOptions): Promise<Dataset> {
  const { days, cast, lastsOneDay } = kinds[name];
  const store = await openStore(
    `bench_${name.replace('-', '_')}_${options.events}_${options.seed}`,
    options.clickhouseUrl,
  );
  const close = () => store.close(options.isKept);
  const footfall = createFootfall(store.warehouse.queries);
  const workspaces = { workspaceId: workspaceId(0), smallWorkspaceId: workspaceId(3) };
  const common = { store, footfall, days, ...workspaces, close };
  try {
    const [known] = await store.warehouse.read<Pick<Dataset, 'events' | 'days' | 'endMs'>>({
      sql: `SELECT (SELECT count() FROM events) AS events, main.endMs AS endMs, main.days AS days
            FROM system.tables, (
              SELECT toUnixTimestamp64Milli(max(timestamp)) + 1 AS endMs, dateDiff('day', min(timestamp), max(timestamp)) AS days
              FROM events WHERE workspace_id = {workspaceId:String}) AS main
            WHERE database = currentDatabase() AND name = 'bench_is_complete'`,
      params: workspaces,
    });
    if (known) return { ...common, ...known, rolledUp: undefined };
    await clear(store);
    const endMs = defaultEndMs;
    const traffic = { seed: options.seed, days, endMs, lastsOneDay };
    if ((name === 'single' || name === 'one-day') && options.events > smallEvents) {
      const small = { ...traffic, seed: options.seed + 1, events: smallEvents, partition: 1, cast: otherWorkspace };
      await fillAndRollUp(store, name, small);
    }
    const main = { ...traffic, events: options.events, partition: 0, cast };
    const { events, rolledUp } = await fillAndRollUp(store, name, main);
    await store.warehouse.command({ sql: 'CREATE TABLE bench_is_complete (at DateTime) ENGINE = TinyLog' });
    progress(`${name}: waits for merges`);
    await store.settle();
    return { ...common, endMs, events, rolledUp };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Calls an idle worker until it has merged the tables that queries read, except those that it leaves to the engine. */
async function rest({ warehouse }: Store, idle: () => Promise<void>): Promise<void> {
  progress('waits until the tables that are read are merged');
  for (const end = performance.now() + restMsMax; performance.now() < end; await delay(1_000)) {
    await idle();
    const [parts] = await warehouse.read<{ most: number }>({
      sql: `SELECT max(n) AS most FROM (
              SELECT count() AS n FROM system.parts
              WHERE database = currentDatabase() AND active AND table IN ('breakdown', 'titles', 'visits')
              GROUP BY table HAVING sum(bytes_on_disk) <= {mergedBytesMax:UInt64})`,
      params: { mergedBytesMax },
    });
    if (parts === undefined || parts.most <= 1) return;
  }
}

/** Removes everything that an interrupted run has left. */
async function clear({ warehouse }: Store): Promise<void> {
  const tables = await warehouse.read<{ name: string }>({
    sql: `SELECT name FROM system.tables WHERE database = currentDatabase() AND engine LIKE '%MergeTree' AND name != 'migrations'`,
  });
  for (const { name } of tables) {
    await warehouse.command({ sql: name.startsWith('design_') ? `DROP TABLE ${name} SYNC` : `TRUNCATE TABLE ${name}` });
  }
}

/** The worker processes each chunk of events after it has arrived. */
async function fillAndRollUp(store: Store, name: DatasetName, traffic: Traffic) {
  // The worker uses the clock of the events, so that it deletes old state after some weeks as usual.
  let nowMs = traffic.endMs;
  const worker = new RollupWorker(store.warehouse, () => nowMs);
  const rollUp = (offset: number) => advanceTo(worker, { topicId, partition: traffic.partition, offset });
  const spent = { ms: 0, cpuMs: 0 };
  const events = await fill(store.warehouse, traffic, async (stored, untilMs) => {
    nowMs = untilMs;
    progress(
      `${name}: creates events and rolls them up`,
      `${stored.toLocaleString('en')} of about ${traffic.events.toLocaleString('en')}`,
    );
    const cpuBefore = await store.cpuMs();
    spent.ms += await rollUp(stored);
    spent.cpuMs += (await store.cpuMs()) - cpuBefore;
  });
  await rest(store, async () => {
    nowMs += idleMs;
    await rollUp(events);
  });
  const rolledUp: RolledUp = {
    eventsPerSecond: (1000 * events) / spent.ms,
    cpuUsPerEvent: (1000 * spent.cpuMs) / events,
  };
  return { events, rolledUp };
}

/** Resolves once everything below `end` is rolled up; returns the milliseconds it took. */
export async function advanceTo(worker: RollupWorker, end: LogEnd): Promise<number> {
  const began = performance.now();
  while ((await worker.advance([end], true)) !== undefined);
  return performance.now() - began;
}
