/**
 * How long each endpoint's query takes over 30 days of `events`, uncached: `pnpm --filter @footfall/bench queries [EVENTS] [DAYS]`.
 * Generates EVENTS (default 200,000) over DAYS (default 30) in a temporary directory and removes it afterwards.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventsTable, type EventRow, openWarehouse, queries, type Query, type QueryContext } from '@footfall/warehouse';
import { generateEvents } from './generate-events.ts';

const eventsMax = 10_000_000;
const daysMax = 365;
const insertRows = 10_000;
const rounds = 7;
const dayMs = 86_400_000;
const nowMs = Date.parse('2026-03-31T12:34:56.789Z');
const workspaceId = 'ws_0123456789abcdef';

/** A whole number from the command line, within bounds. */
function argument(position: number, fallback: number, max: number): number {
  const value = Number(process.argv[position] ?? fallback);
  if (!Number.isInteger(value) || value < 1 || value > max) throw new Error(`Takes whole numbers up to ${max}`);
  return value;
}

type Store = Awaited<ReturnType<typeof openWarehouse>>;

async function fill(warehouse: Store, events: number, days: number): Promise<void> {
  let batch: EventRow[] = [];
  for (const row of generateEvents({ seed: 1, workspaceId, events, startMs: nowMs - days * dayMs, endMs: nowMs })) {
    batch.push(row);
    if (batch.length < insertRows) continue;
    await warehouse.insert(eventsTable, batch);
    batch = [];
  }
  await warehouse.insert(eventsTable, batch);
}

interface Timing {
  /** Of the request as its caller sees it. */
  wallMs: number;
  /** Of all the process's threads: what stays the same on a busy machine. */
  cpuMs: number;
}

async function timeOnce(query: Query, context: QueryContext): Promise<Timing> {
  const before = performance.now();
  const cpuBefore = process.cpuUsage();
  await query.run(query.resolve({}, nowMs), context);
  const { user, system } = process.cpuUsage(cpuBefore);
  return { wallMs: performance.now() - before, cpuMs: (user + system) / 1000 };
}

/** Timings of each round, after one that warms up. */
async function time(query: Query, context: QueryContext): Promise<Timing[]> {
  await query.run(query.resolve({}, nowMs), context);
  const timings: Timing[] = [];
  for (let round = 0; round < rounds; round++) timings.push(await timeOnce(query, context));
  return timings;
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
const column = (milliseconds: number) => milliseconds.toFixed(1).padStart(8);

const events = argument(2, 200_000, eventsMax);
const days = argument(3, 30, daysMax);
const directory = await mkdtemp(join(tmpdir(), 'footfall-bench-'));
const warehouse = await openWarehouse({ DATA_DIR: directory });
try {
  await fill(warehouse, events, days);
  console.log(`${events} events over ${days} days; milliseconds: median, best, median of CPU time; ${rounds} rounds`);
  for (const query of queries) {
    const timings = await time(query, { warehouse, workspaceId });
    const walls = timings.map((timing) => timing.wallMs);
    const figures = [median(walls), Math.min(...walls), median(timings.map((timing) => timing.cpuMs))];
    console.log(query.name.padEnd(12), figures.map(column).join(' '));
  }
} finally {
  await warehouse.close();
  await rm(directory, { recursive: true, force: true });
}
