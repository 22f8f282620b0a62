/**
 * Measures the cost of a rollup batch as the history grows: batches of 10,000 events, as at 1,000 events/s, that follow the data
 * of each of several stores. The stores grow by 150,000 events.
 */
import { parseArgs } from 'node:util';
import { RollupWorker } from '@footfall/warehouse';
import { compare, figure, limit, median } from './finding.ts';
import { progress, progressEnds } from './progress.ts';
import { publish } from './results.ts';
import { engineOf, openStoreAt, type Store } from './store.ts';
import { advanceTo } from './traffic/dataset.ts';
import { topicId } from './traffic/fill.ts';
import { eventsPerSession, insertTraffic, oneWorkspace, sessionMsMax } from './traffic/traffic-sql.ts';

const usage = `Usage: node bench/dist/batches.js --store PLACE [--store PLACE ...] [--one-day] [--no-write]
  --store      a data directory (with a slash), or a database of CLICKHOUSE_URL, that other benchmarks have made, in the order of size
  --one-day    visitors are derived, and live one day
  --no-write   leaves docs/performance.md as it is`;

const batches = 15;
const batchEvents = 10_000;
/** The milliseconds between two sessions: as with 60 M events in 90 days. */
const stepMs = (90 * 86_400_000 * eventsPerSession) / 60_000_000;
/** The partition of the log that these events come from. */
const partition = 2;
const steadyEventsPerSecond = 1_000;
const coreSharePercentMax = 5;
/** The target for the largest history compared with the smallest. */
const growthMax = 1.5;

const { values: options } = parseArgs({
  options: {
    store: { type: 'string', multiple: true, default: [] },
    'one-day': { type: 'boolean', default: false },
    'no-write': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const lastsOneDay = options['one-day'];

interface BatchCost {
  history: number;
  batchMs: number;
  cpuUsPerEvent: number;
}

async function costIn(store: Store): Promise<BatchCost> {
  const { warehouse } = store;
  const [stored] = await warehouse.read<{ events: number; own: number; endMs: number }>({
    sql: `SELECT count() AS events, countIf(\`partition\` = {partition:UInt16}) AS own,
            toUnixTimestamp64Milli(max(timestamp)) + 1 AS endMs FROM events`,
    params: { partition },
  });
  if (!stored) throw new Error('The store has no events');
  const { events: history, own: offset, endMs } = stored;
  progress('measures batches', `after ${history.toLocaleString('en')} events`);
  // The first number of a session that does not exist yet.
  const firstSession = Math.ceil((1.1 * history) / eventsPerSession);
  const sessions = Math.ceil((1.1 * batches * batchEvents) / eventsPerSession);
  const untilMs = Math.ceil(endMs + sessions * stepMs + sessionMsMax);
  const span = {
    startMs: Math.round(endMs - firstSession * stepMs),
    endMs: untilMs,
    fromMs: 0,
    toMs: untilMs,
  };
  const params = { seed: 1, partition, offset, firstSession, sessions, stepMs, lastsOneDay, ...span };
  await warehouse.command({ sql: insertTraffic(oneWorkspace), params });
  const worker = new RollupWorker(warehouse, () => untilMs);
  const advance = (done: number) => advanceTo(worker, { topicId, partition, offset: offset + done * batchEvents });
  await advance(1);
  await store.settle();
  const cpuBefore = await store.cpuMs();
  const times: number[] = [];
  for (let done = 2; done <= batches; done++) times.push(await advance(done));
  const cpuMs = (await store.cpuMs()) - cpuBefore;
  return { history, batchMs: median(times), cpuUsPerEvent: (1000 * cpuMs) / ((batches - 1) * batchEvents) };
}

async function measure(locations: readonly string[]): Promise<void> {
  const began = performance.now();
  const costs: BatchCost[] = [];
  let engine = '';
  for (const location of locations) {
    const store = await openStoreAt(location, process.env['CLICKHOUSE_URL']);
    try {
      engine = await engineOf(store);
      costs.push(await costIn(store));
    } finally {
      await store.close(true);
    }
  }
  progressEnds();
  const [first, ...others] = costs;
  const last = others.at(-1);
  const finding = {
    id: lastsOneDay ? '7e' : '7d',
    title: `A rollup batch as the history grows${lastsOneDay ? ', with derived visitors' : ''}`,
    promise:
      'At most 5 % of a core at 1,000 events/s, 50 µs of CPU time per event; with the largest history at most 1.5 times as much as with the smallest.',
    size: `${costs.map(({ history }) => history.toLocaleString('en')).join('; ')} events`,
    verdicts: [
      ...costs.map(({ history, cpuUsPerEvent }) =>
        limit(
          `of a core at 1,000 events/s, after ${history.toLocaleString('en')} events`,
          (cpuUsPerEvent * steadyEventsPerSecond) / 10_000,
          '%',
          { atMost: coreSharePercentMax },
        ),
      ),
      ...(first && last
        ? [
            compare(
              'CPU time per event, with the largest history',
              { footfall: last.cpuUsPerEvent, other: first.cpuUsPerEvent, unit: 'µs', otherName: 'with the smallest' },
              { atMost: growthMax },
            ),
          ]
        : []),
    ],
    tables: [
      {
        head: ['events before', 'a batch, ms', 'CPU time per event, µs'],
        rows: costs.map(({ history, batchMs, cpuUsPerEvent }) => [
          history.toLocaleString('en'),
          figure(batchMs),
          figure(cpuUsPerEvent),
        ]),
      },
    ],
    notes: [
      'Batches of 10,000 events that follow each other at once. CPU time is that of the engine and the worker, with the merges that ran meanwhile; while events arrive at a steady rate, merges of the tables that are read take up to 1 % of a core.',
    ],
  };
  publish(finding, { began, engine, isWritten: !options['no-write'] });
}

if (options.help || options.store.length === 0) console.log(usage);
else await measure(options.store);
