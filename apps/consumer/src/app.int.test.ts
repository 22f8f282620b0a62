/** The consumer on the embedded bus and warehouse: every published event is stored once, despite any fault in between. */
import { enrichedEvent } from '@footfall/schemas/fixture';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Bus, openBus } from '@footfall/bus';
import { AppError } from '@footfall/errors';
import { type EnrichedEvent, hourMs } from '@footfall/schemas';
import { createLogger, Registry } from '@footfall/process';
import { createKeyStore, openWarehouse, type Warehouse } from '@footfall/warehouse';
import { actAt, type Around, fakeOnly, until } from '@footfall/test-servers';
import type { Consumer } from './app.ts';
import { consumerOn, countStored } from './consumer.fixture.ts';
import { eventId, events, outgoing } from './event.fixture.ts';
import { readDeadLetters } from './partition/dead-letters.ts';
import { batchLimits } from './partition/limits.ts';
import { breakAt, breakpoints, type BreakpointName, withoutPlans } from './breakpoints.fixture.ts';

let directory: string;
let bus: Bus;
let warehouse: Warehouse;
let running: Consumer | undefined;
const log: string[] = [];

// Creating the tables takes longer than most tests, so each test only replaces the events.
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'footfall-consumer-'));
  warehouse = await openWarehouse({ DATA_DIR: directory });
});
beforeEach(async () => {
  log.splice(0);
  await warehouse.command({ sql: 'TRUNCATE TABLE events' });
  bus = await openBus({ DATA_DIR: mkdtempSync(join(directory, 'bus-')), KAFKA_TOPIC: 'events' });
});

afterEach(async () => {
  await running?.stop();
  running = undefined;
  await bus.close();
});
afterAll(async () => {
  await warehouse.close();
  rmSync(directory, { recursive: true, force: true });
});

/** Starts a consumer. `around` wraps both ports, see `wrapPort`. */
async function start(around?: Around, registry = new Registry()): Promise<Consumer> {
  const logger = createLogger('test', { write: (line) => void log.push(JSON.parse(line).msg) });
  running = consumerOn({ bus, warehouse }, { around, registry, logger });
  await running.start();
  return running;
}

async function publish(...published: EnrichedEvent[]): Promise<void> {
  await bus.publish('events', published.map(outgoing));
}

/** Stores everything on the bus with a new consumer, which has no state in memory. */
async function storeAll(around?: Around): Promise<void> {
  const consumer = await start(around);
  await consumer.drain();
  await consumer.stop();
  running = undefined;
}

/** Runs a consumer until the breakpoint `name`, where it ends like after a crash. */
async function storeUntil(name: BreakpointName, outer: Around = (_call, proceed) => proceed()): Promise<void> {
  const { around } = breakAt(name);
  const consumer = await start((call, proceed) => outer(call, async () => around(call, proceed)));
  await expect(consumer.failed).rejects.toThrow('broken on purpose');
  await consumer.stop();
  running = undefined;
}

const stored = () => countStored(warehouse);

describe('storing', () => {
  it('stores every event once, with its offset on the bus', async () => {
    await publish(...events(2_500));
    await storeAll();
    await expect(stored()).resolves.toEqual({ rows: 2_500, positions: 2_500, ids: 2_500 });
  });

  it('stores events that are published while it runs', async () => {
    const consumer = await start();
    for (let round = 0; round < 3; round += 1) {
      await publish(enrichedEvent({ id: eventId(round) }));
      await consumer.drain();
      await expect(stored()).resolves.toMatchObject({ rows: round + 1 });
    }
  });

  it('removes within an hour the events that it stores after their workspace was deleted, even if it could not before', async () => {
    fakeOnly(['setInterval', 'clearInterval']);
    try {
      const keyStore = createKeyStore(warehouse, Date.now);
      const { workspaceId } = await keyStore.createWorkspace({ name: 'Deleted' });
      let isAway = true;
      const consumer = await start(({ text }, proceed) => {
        if (isAway && text.includes('FROM workspace_deletions')) throw new AppError('UNAVAILABLE', 'The store is away');
        return proceed();
      });
      await keyStore.deleteWorkspace(workspaceId);
      await publish(enrichedEvent({ workspaceId }), enrichedEvent());
      await consumer.drain();
      await expect(stored()).resolves.toMatchObject({ rows: 2 });
      expect(log).toContain('Deleted workspaces could not be purged, retrying in an hour');
      isAway = false;
      jest.advanceTimersByTime(hourMs);
      await until(async () => (await stored()).rows === 1);
      await consumer.stop();
      expect(jest.getTimerCount()).toBe(0);
    } finally {
      jest.useRealTimers();
    }
  });

  it('removes at its start the events that were stored after their workspace was deleted', async () => {
    const keyStore = createKeyStore(warehouse, Date.now);
    const { workspaceId } = await keyStore.createWorkspace({ name: 'Deleted' });
    await keyStore.deleteWorkspace(workspaceId);
    await publish(enrichedEvent({ workspaceId }), enrichedEvent());
    await storeAll();
    await start();
    await until(async () => (await stored()).rows < 2);
    await expect(stored()).resolves.toMatchObject({ rows: 1 });
  });

  it('C1 counts events that cannot be stored as lag, which grows as more are published', async () => {
    const registry = new Registry();
    const lag = async () => (await registry.getSingleMetric('footfall_consumer_lag_events')?.get())?.values[0]?.value;
    let mend = () => {};
    const mended = new Promise<void>((resolve) => (mend = resolve));
    await publish(...events(3));
    const consumer = await start(
      actAt({ ...breakpoints.planned, pass: 1 }, () => mended),
      registry,
    );
    expect(await lag()).toBe(3);
    await publish(enrichedEvent({ id: eventId(4) }), enrichedEvent({ id: eventId(5) }));
    expect(await lag()).toBe(5);
    mend();
    await consumer.drain();
    expect(await lag()).toBe(0);
  });

  it('reports the lag of its own partitions, and none while the log does not respond', async () => {
    const registry = new Registry();
    const reported = async () => (await registry.getSingleMetric('footfall_consumer_lag_events')?.get())?.values.length;
    let isAway = false;
    const consumer = await start(({ method }, proceed) => {
      if (isAway && method === 'partitions') throw new AppError('UNAVAILABLE', 'The log is away');
      return proceed();
    }, registry);
    expect(await reported()).toBe(1);
    isAway = true;
    expect(await reported()).toBe(0);
    isAway = false;
    expect(await reported()).toBe(1);
    await consumer.stop();
    expect(await reported()).toBe(0);
  });

  it('logs once when storing fails and once when it succeeds again, after any number of attempts', async () => {
    let failures = 0;
    const fails: Around = ({ text }, proceed) => {
      if (!text.startsWith('insert events ') || failures === 3) return proceed();
      failures += 1;
      throw new AppError('UNAVAILABLE', 'The store is away');
    };
    await publish(...events(3));
    await storeAll(fails);
    expect(failures).toBe(3);
    expect(log).toEqual([
      'A step failed, retrying until it succeeds',
      expect.stringMatching(/^All steps succeed again/),
    ]);
  });

  it('C9 stores a batch whose events are from 250 months, and arrived in 250 months', async () => {
    await publish(
      ...Array.from({ length: 250 }, (_, month) =>
        enrichedEvent({
          id: eventId(month),
          timestamp: Date.UTC(2001, month, 3),
          receivedAt: Date.UTC(2001, month, 4),
        }),
      ),
    );
    await storeAll();
    await expect(stored()).resolves.toEqual({ rows: 250, positions: 250, ids: 250 });
  });

  it("G5 stores another workspace's event after at most two parts for each batch of 20,000 scattered events", async () => {
    const scattered = 20_000;
    const hours = 26 * 365 * 24;
    const receivedAt = Date.UTC(2026, 10, 10, 12);
    const old = Array.from({ length: scattered }, (_, index) =>
      enrichedEvent({
        id: eventId(index),
        workspaceId: 'ws_scattered',
        receivedAt,
        timestamp: receivedAt - ((index * 7919) % hours) * hourMs,
      }),
    );
    for (let from = 0; from < scattered; from += 1000) await publish(...old.slice(from, from + 1000));
    await publish(
      enrichedEvent({ id: eventId(scattered), workspaceId: 'ws_other', receivedAt, timestamp: receivedAt }),
    );
    await storeAll();
    await expect(stored()).resolves.toMatchObject({ rows: scattered + 1 });
    // Parts are numbered in the order of inserts, and a merge keeps the lowest and the highest number.
    const [parts] = await warehouse.read<{ inserted: number }>({
      sql: `SELECT max(max_block_number) - min(min_block_number) + 1 AS inserted FROM system.parts
            WHERE database = currentDatabase() AND table = 'events' AND active AND rows > 0`,
    });
    const batches = Math.ceil((scattered + 1) / batchLimits.rowsMax);
    expect(parts?.inserted).toBeLessThanOrEqual(2 * batches);
  });

  it('B10 keeps a record that can never be inserted as a dead letter, and stores the others', async () => {
    await publish(enrichedEvent({ id: eventId(1) }));
    await bus.publish('events', [{ key: 'a', value: Buffer.from('{"no":"event"}') }]);
    await publish(enrichedEvent({ id: eventId(2) }));
    await storeAll();
    await expect(stored()).resolves.toMatchObject({ rows: 2 });
    const value = Buffer.from('{"no":"event"}').toString('base64');
    const kept = { reason: expect.any(String), partition: expect.any(Number), offset: expect.any(Number), value };
    await expect(readDeadLetters(bus, 10)).resolves.toEqual([kept]);
  });

  it('E24 stores text that looks like SQL or JSON lines unchanged', async () => {
    const texts = [`"}\n{"x":1}`, `'; DROP TABLE events; --`, '\u0000 \u2028 \\N \\', '😀 مرحبا'];
    await publish(
      ...texts.map((title, index) => enrichedEvent({ id: eventId(index), title, props: { [title]: title } })),
    );
    await storeAll();
    const rows = await warehouse.read<{ title: string; props: string }>({
      sql: 'SELECT title, props FROM events ORDER BY offset',
    });
    expect(rows.map((row) => row.title)).toEqual(texts);
    expect(rows.map((row) => JSON.parse(row.props))).toEqual(texts.map((text) => ({ [text]: text })));
  });
});

describe('duplicates of an event', () => {
  it.each([
    ['in one batch', async () => publish(...events(1), ...events(1))],
    [
      'in a later batch',
      async () => {
        await publish(...events(1));
        await storeAll();
        await publish(...events(1));
      },
    ],
    [
      'in a later batch of one process, which remembers what it has stored',
      async () => {
        const consumer = await start();
        for (let batch = 0; batch < 2; batch += 1) {
          await publish(...events(1));
          await consumer.drain();
        }
        await consumer.stop();
      },
    ],
    [
      'up to 24 hours later',
      async () => {
        await publish(...events(1));
        await storeAll();
        const late = enrichedEvent().receivedAt + 24 * hourMs;
        await publish(...events(1, { receivedAt: late, timestamp: late }));
      },
    ],
    [
      'from another visitor of the workspace',
      async () => {
        await publish(...events(1));
        await publish(...events(1, { visitorId: '00000000000000bb' }));
      },
    ],
  ])('E14 are dropped %s', async (_name, send) => {
    await send();
    await storeAll();
    await expect(stored()).resolves.toMatchObject({ rows: 1 });
  });

  it('leave the first event unchanged', async () => {
    await publish(...events(1, { title: 'first' }), ...events(1, { title: 'second' }));
    await storeAll();
    await expect(warehouse.read({ sql: 'SELECT title FROM events' })).resolves.toEqual([{ title: 'first' }]);
  });

  it('count as new events after more than 24 hours', async () => {
    await publish(...events(1));
    await storeAll();
    const late = enrichedEvent().receivedAt + 24 * hourMs + 1;
    await publish(...events(1, { receivedAt: late, timestamp: late }));
    await storeAll();
    await expect(stored()).resolves.toMatchObject({ rows: 2, ids: 1 });
  });

  it('E15 count as new events in another workspace', async () => {
    await publish(...events(1), ...events(1, { workspaceId: 'ws_1111111111111111' }));
    await storeAll();
    await expect(stored()).resolves.toMatchObject({ rows: 2 });
  });

  it('are dropped at any time if the event was more than a day old on arrival', async () => {
    const timestamp = Date.UTC(2015, 4, 17, 10);
    await publish(...events(50, { timestamp }));
    await storeAll();
    await publish(...events(50, { timestamp, receivedAt: Date.UTC(2027, 2, 1) }));
    await storeAll();
    await expect(stored()).resolves.toMatchObject({ rows: 50, ids: 50 });
  });

  it('of an old event count as new a year later if the timestamp differs', async () => {
    const timestamp = Date.UTC(2015, 4, 17, 10);
    await publish(...events(1, { timestamp }));
    await storeAll();
    await publish(...events(1, { timestamp: timestamp + 1, receivedAt: Date.UTC(2027, 2, 1) }));
    await storeAll();
    await expect(stored()).resolves.toMatchObject({ rows: 2 });
  });
});

describe('after a fault', () => {
  it.each([
    ['A1', 'planned'],
    ['A2', 'inserted'],
    ['A3', 'committed'],
  ] as const)('%s every event is stored once if the consumer ended after "%s"', async (_id, breakpoint) => {
    await publish(...events(1_000));
    await storeUntil(breakpoint);
    await publish(...events(500, {}, 1_000));
    await storeAll();
    await expect(stored()).resolves.toEqual({ rows: 1_500, positions: 1_500, ids: 1_500 });
  });

  it('A6 events are stored twice without planned ranges, which proves that the check can fail', async () => {
    await publish(enrichedEvent({ id: eventId(6_000) }));
    await storeAll();
    await publish(...events(1_000));
    await storeUntil('inserted', withoutPlans);
    await publish(enrichedEvent({ id: eventId(5_000) }));
    await storeAll(withoutPlans);
    const { rows, positions } = await stored();
    expect(rows).toBeGreaterThan(positions);
  });

  it('A2 events are stored once even if the warehouse has forgotten the token of their insert', async () => {
    await publish(...events(1_000));
    await storeUntil('inserted');
    // A setting of 0 empties the memory of tokens, like a power cut before it was on disk.
    for (const window of [0, 10_000]) {
      await warehouse.command({
        sql: `ALTER TABLE events MODIFY SETTING non_replicated_deduplication_window = ${window}`,
      });
    }
    await storeAll();
    await expect(stored()).resolves.toEqual({ rows: 1_000, positions: 1_000, ids: 1_000 });
  });

  it('A2 events are stored once even if the warehouse was killed after it had recorded their token and before it stored them', async () => {
    await publish(...events(1_000));
    await storeUntil('inserted');
    // The record of the token remains, as after such a kill.
    await warehouse.command({ sql: 'ALTER TABLE events DELETE WHERE offset >= 400 SETTINGS mutations_sync = 2' });
    await storeAll();
    await expect(stored()).resolves.toEqual({ rows: 1_000, positions: 1_000, ids: 1_000 });
  });

  it.each([1, 1_000])('stores and counts %i events once, even if their commit was lost', async (count) => {
    await publish(...events(count));
    await storeUntil('inserted', withoutPlans);
    await publish(...events(5, {}, count));
    const registry = new Registry();
    const consumer = await start(undefined, registry);
    await consumer.drain();
    const counted = await registry.getSingleMetric('footfall_consumer_rows_total')?.get();
    expect(counted?.values).toEqual([expect.objectContaining({ value: 5 })]);
    await expect(stored()).resolves.toEqual({ rows: count + 5, positions: count + 5, ids: count + 5 });
  });

  it('A2 a duplicate within the repeated range stays dropped, and the first event stays stored', async () => {
    await publish(...events(10), ...events(10));
    await storeUntil('inserted');
    await publish(...events(10));
    await storeAll();
    await expect(stored()).resolves.toEqual({ rows: 10, positions: 10, ids: 10 });
  });
});
