/** The delay until a durable event is visible: when its range is read from `events`, and when the rollups have it. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Bus, openBus } from '@footfall/bus';
import { encodeEvent, eventKey } from '@footfall/schemas';
import { figure, limit, quantile } from '../finding.ts';
import { createFootfall, type Footfall } from '../footfall.ts';
import { generateEvents } from '../generate-events.ts';
import { progress } from '../progress.ts';
import { realConsumer } from '../real-consumer.ts';
import { openStore } from '../store.ts';
import { workspaceId } from '../traffic/traffic-sql.ts';
import type { LoneTarget } from './target.ts';

const eventsPerSecond = 1_000;
const seconds = 40;
const batchesPerSecond = 10;
const batchEvents = eventsPerSecond / batchesPerSecond;
const dayMs = 86_400_000;
const giveUpMs = 120_000;
const lookPauseMs = 50;

export const freshness: LoneTarget = {
  id: '7b',
  title: 'Freshness',
  promise:
    'An event is visible within 2 s of being durable (95 %) if its range is read from `events`, and within 15 s if it is read from rollups.',
  size: `${eventsPerSecond.toLocaleString('en')} events/s for ${seconds} s`,
  async measure({ clickhouseUrl, seed }) {
    const directory = mkdtempSync(join(tmpdir(), 'footfall-bench-'));
    const store = await openStore(`bench_${randomUUID().slice(0, 8)}`, clickhouseUrl);
    const bus = await openBus({ DATA_DIR: directory, KAFKA_TOPIC: 'events' });
    const { warehouse } = store;
    const consumer = realConsumer(bus, warehouse);
    try {
      await consumer.start();
      const durableMs: number[] = [];
      const total = eventsPerSecond * seconds;
      const [, fromEvents, fromRollups] = await Promise.all([
        publish(bus, seed, durableMs),
        agesWhenSeen(createFootfall(warehouse, Number.POSITIVE_INFINITY), durableMs, total),
        agesWhenSeen(createFootfall(warehouse, 0), durableMs, total),
      ]);
      const within2s = (100 * fromEvents.filter((ageMs) => ageMs <= 2_000).length) / total;
      return {
        verdicts: [
          limit('visible in `events` within 2 s', within2s, '%', { atLeast: 95 }),
          limit('visible in rollups, 95 % of events', quantile(fromRollups, 0.95) / 1_000, 's', { atMost: 15 }),
        ],
        notes: [
          `In \`events\`: median ${figure(quantile(fromEvents, 0.5))} ms, 95 % ${figure(quantile(fromEvents, 0.95))} ms, all ${figure(quantile(fromEvents, 1))} ms. In rollups: median ${figure(quantile(fromRollups, 0.5) / 1_000)} s, all ${figure(quantile(fromRollups, 1) / 1_000)} s. Measured from the acknowledgement of the bus, which precedes the 202, to the first result that shows the event; the cache is off.`,
        ],
      };
    } finally {
      await consumer.stop();
      await bus.close();
      rmSync(directory, { recursive: true, force: true });
      await store.close(false);
    }
  },
};

/** Publishes at a steady pace; notes for each event when it became durable. */
async function publish(bus: Bus, seed: number, durableMs: number[]): Promise<void> {
  const nowMs = Date.now();
  const traffic = {
    seed,
    workspaceId: workspaceId(0),
    events: eventsPerSecond * seconds,
    startMs: nowMs - 3_600_000,
    endMs: nowMs,
  };
  const events = generateEvents(traffic);
  const began = performance.now();
  for (let batch = 0; batch < batchesPerSecond * seconds; batch++) {
    await delay(Math.max(0, began + (batch * 1_000) / batchesPerSecond - performance.now()));
    const records = Array.from({ length: batchEvents }, () => {
      const { value: event } = events.next();
      if (!event) throw new Error('There are too few events');
      return { key: eventKey(event), value: encodeEvent({ ...event, receivedAt: Date.now() }) };
    });
    await bus.publish('events', records);
    for (const _ of records) durableMs.push(performance.now());
  }
}

/** Queries repeatedly; the n-th durable event is visible when n are counted. Returns milliseconds for each. */
async function agesWhenSeen(footfall: Footfall, durableMs: readonly number[], total: number): Promise<number[]> {
  const ages: number[] = [];
  const deadline = performance.now() + giveUpMs;
  while (ages.length < total) {
    if (performance.now() > deadline) throw new Error(`Of ${total} events ${ages.length} were visible in time`);
    const nowMs = Date.now();
    const { data } = await footfall.read('events', workspaceId(0), { startMs: nowMs - dayMs, endMs: nowMs + dayMs });
    const seenAtMs = performance.now();
    const visible = countsIn(data);
    progress(
      'publishes, and reads what is visible',
      `${visible.toLocaleString('en')} of ${total.toLocaleString('en')}`,
    );
    while (ages.length < visible) ages.push(Math.max(0, seenAtMs - (durableMs[ages.length] ?? seenAtMs)));
    await delay(lookPauseMs);
  }
  return ages;
}

function countsIn(data: unknown): number {
  if (!Array.isArray(data)) throw new Error('The result has no list');
  return data.reduce((sum: number, { count }: { count: number }) => sum + count, 0);
}
