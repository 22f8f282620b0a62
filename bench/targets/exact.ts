/** The exactness of every figure after input that was late, shuffled and duplicated, through the consumer. */
import { isDeepStrictEqual } from 'node:util';
import { encodeEvent } from '@footfall/schemas';
import { RollupWorker, verify, type Warehouse } from '@footfall/warehouse';
import { type Endpoint, endpoints, type Range } from '../designs/design.ts';
import type { Finding } from '../finding.ts';
import { createFootfall } from '../footfall.ts';
import { createMemoryBus, type MemoryLog } from '../memory-bus.ts';
import { progress } from '../progress.ts';
import { createRandom, type Random } from '../random.ts';
import { realConsumer } from '../real-consumer.ts';
import { openStore } from '../store.ts';
import { type Arrival, lateTraffic } from '../traffic/late-traffic.ts';
import { workspaceId } from '../traffic/traffic-sql.ts';
import type { LoneTarget, Surroundings } from './target.ts';

const partitions = 2;
const topicId = `bench-${process.pid}`;
const days = 60;
const ranges = 12;
/** Records on the bus before the benchmark waits for the consumer. */
const recordsAtOnce = 50_000;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const endMs = Date.parse('2026-03-31T12:00:00.000Z');
const granularities = ['hour', 'day', 'week'];

export const exactness: LoneTarget = {
  id: '5',
  title: 'Exact',
  promise:
    'Every figure from rollups equals the same figure counted over `events`, after input of which half arrived up to a week late, shuffled, and 15 % twice.',
  size: ({ exactEvents }) => `${exactEvents.toLocaleString('en')} events in ${days} days`,
  async measure(surroundings) {
    const store = await openStore(`bench_exact_${process.pid}`, surroundings.clickhouseUrl);
    try {
      const sent = await consume(store.warehouse, surroundings);
      return await judge(store.warehouse, surroundings, sent);
    } finally {
      await store.close(false);
    }
  },
};

interface Sent {
  records: number;
  /** The number of events without duplicates. */
  distinct: number;
}

/** Uses the real consumer, with its rollups; only the bus is in memory. */
async function consume(warehouse: Warehouse, { seed, exactEvents: events }: Surroundings): Promise<Sent> {
  const logs: MemoryLog[] = Array.from({ length: partitions }, () => ({ startOffset: 0, records: [] }));
  const bus = createMemoryBus(topicId, logs);
  const consumer = realConsumer(bus, warehouse);
  const sent = { records: 0, distinct: 0 };
  const ids = new Set<string>();
  await consumer.start();
  let waiting = 0;
  for (const arrivals of lateTraffic({ seed, events, startMs: endMs - days * dayMs, endMs })) {
    for (const arrival of arrivals) {
      append(logs, arrival);
      ids.add(arrival.id);
    }
    sent.records += arrivals.length;
    waiting += arrivals.length;
    if (waiting < recordsAtOnce) continue;
    progress('sends late and repeated events', sent.records.toLocaleString('en'));
    await consumer.drain();
    for (const log of logs) forget(log);
    waiting = 0;
  }
  await consumer.drain();
  progress('waits for the rollups');
  await consumer.stop();
  const worker = new RollupWorker(warehouse, Date.now);
  const ends = logs.map(({ startOffset, records }, partition) => ({
    topicId,
    partition,
    offset: startOffset + records.length,
  }));
  while ((await worker.advance(ends, true)) !== undefined);
  return { ...sent, distinct: ids.size };
}

function append(logs: readonly MemoryLog[], arrival: Arrival): void {
  const log = logs[Number.parseInt(arrival.id.slice(-1), 16) % partitions];
  if (!log) throw new Error('There is no such partition');
  const offset = log.startOffset + log.records.length;
  log.records.push({ offset, value: encodeEvent(arrival) });
}

/** Drops stored records; the last one stays, so that the log is not empty. */
function forget(log: MemoryLog): void {
  const gone = Math.max(0, log.records.length - 1);
  log.records.splice(0, gone);
  log.startOffset += gone;
}

async function judge(warehouse: Warehouse, { seed }: Surroundings, sent: Sent): Promise<Finding> {
  const [stored] = await warehouse.read<{ n: number }>({ sql: 'SELECT count() AS n FROM events' });
  const { compared, equal, different } = await compareResults(warehouse, seed);
  progress('verifies');
  const report = await verify({ warehouse, eventsReadMax: 0, seed });
  const sumOf = (figure: 'compared' | 'differing' | 'unsettled') =>
    report.compared.reduce((sum, one) => sum + one[figure], 0).toLocaleString('en');
  return {
    verdicts: [
      {
        what: 'events stored',
        footfall: (stored?.n ?? 0).toLocaleString('en'),
        other: `${sent.distinct.toLocaleString('en')} different ones in ${sent.records.toLocaleString('en')} sent`,
        target: 'equal',
        hasPassed: stored?.n === sent.distinct,
      },
      {
        what: 'results from rollups',
        footfall: `${equal.toLocaleString('en')} equal`,
        other: `${compared.toLocaleString('en')} counted over events`,
        ratio: equal / compared,
        target: 'all equal',
        hasPassed: equal === compared,
      },
      {
        what: 'verify',
        footfall: report.batch > 0 ? `${sumOf('differing')} differ, ${sumOf('unsettled')} unsettled` : 'no rollups',
        other: `${sumOf('compared')} ranges and invariants compared with ${report.events.toLocaleString('en')} events`,
        target: 'none differs',
        hasPassed: report.batch > 0 && report.isExact,
      },
    ],
    ...(different.length > 0 && { notes: [`Differ: ${different.slice(0, 10).join('; ')}`] }),
  };
}

/** Compares both sources for ranges of whole hours, as the rollups have them; realtime always reads `events`. */
async function compareResults(warehouse: Warehouse, seed: number) {
  const random = createRandom(seed);
  const fromRollups = createFootfall(warehouse, 0);
  const fromEvents = createFootfall(warehouse, Number.POSITIVE_INFINITY);
  const requested = endpoints.filter((endpoint) => endpoint !== 'realtime');
  const different: string[] = [];
  let compared = 0;
  for (let index = 0; index < ranges; index++) {
    progress('compares results', `range ${index + 1} of ${ranges}`);
    const range = drawRange(random, index);
    for (const endpoint of requested) {
      const params = paramsOf(endpoint, index);
      const meant = endpoint === 'ux-insights' ? wholeDays(range) : range;
      const workspace = workspaceId(index % 2);
      const [one, other] = await Promise.all(
        [fromRollups, fromEvents].map((footfall) => footfall.read(endpoint, workspace, meant, params)),
      );
      compared += 1;
      if (!isDeepStrictEqual(one, other)) {
        different.push(
          `${endpoint} of ${workspace}, ${new Date(meant.startMs).toISOString()} to ${new Date(meant.endMs).toISOString()}`,
        );
      }
    }
  }
  return { compared, equal: compared - different.length, different };
}

/** Returns a range of whole hours; every third range starts and ends at midnight. */
function drawRange(random: Random, index: number): Range {
  const unitMs = index % 3 === 0 ? dayMs : hourMs;
  const firstMs = Math.ceil((endMs - days * dayMs) / unitMs) * unitMs;
  const units = Math.floor((endMs - firstMs) / unitMs);
  const start = random.integer(units);
  return { startMs: firstMs + start * unitMs, endMs: firstMs + (start + 1 + random.integer(units - start)) * unitMs };
}

const wholeDays = (range: Range): Range => ({
  startMs: range.endMs - Math.max(1, Math.round((range.endMs - range.startMs) / dayMs)) * dayMs,
  endMs: range.endMs,
});

function paramsOf(endpoint: Endpoint, index: number): Record<string, string> {
  if (endpoint === 'visitors') return { granularity: granularities[index % granularities.length] ?? 'day' };
  return endpoint === 'overview' || endpoint === 'ux-insights' ? {} : { limit: '1000' };
}
