/** Duplicates in random histories: despite repeated events, reassigned partitions, kills and new partitions, each event is stored once, or found by a reconciliation where that is documented. */
import { type EnrichedEvent, eventKey, hourMs } from '@footfall/schemas';
import { enrichedEvent } from '@footfall/schemas/fixture';
import { describeWithServers, until } from '@footfall/test-servers';
import fc from 'fast-check';
import type { ConsumerOptions } from '../consumer.fixture.ts';
import { earlierOutgoing, eventId, visitorId } from '../event.fixture.ts';
import { type KafkaRig, openKafkaRig, type RunningConsumer } from '../kafka-rig.fixture.ts';
import { breakAt, type BreakpointName } from '../breakpoints.fixture.ts';
import { reconcile } from '../reconcile/reconcile.ts';

/** The number of random histories; increase it for long runs. */
const histories = Number(process.env['FOOTFALL_DUPLICATE_HISTORIES'] ?? 4);
const partitions = 4;
const start = Date.UTC(2026, 2, 1, 12);

/** One sending of an event: the event, its visitor, and its delay. */
interface Sending {
  event: number;
  visitor: number;
  isOld: boolean;
}

/** A round of sendings, and the changes of consumers meanwhile. */
const round = fc.record({
  sendings: fc.array(fc.record({ event: fc.nat(150), visitor: fc.nat(40), isOld: fc.boolean() }), {
    minLength: 20,
    maxLength: 300,
  }),
  death: fc.option(
    fc.record({
      breakpoint: fc.constantFrom<BreakpointName>('planned', 'inserted', 'committed'),
      pass: fc.integer({ min: 1, max: 4 }),
    }),
  ),
  change: fc.constantFrom('none', 'join', 'leave', 'replace'),
});

/** Returns events received in sequence, a second apart; an old one is two days old, with the same timestamp whenever it is sent. */
function eventOf({ event, visitor: by, isOld }: Sending, index: number): EnrichedEvent {
  const receivedAt = start + index * 1_000;
  const timestamp = isOld ? start - 48 * hourMs + event : receivedAt - 1;
  return enrichedEvent({ id: eventId(isOld ? 1_000 + event : event), visitorId: visitorId(by), receivedAt, timestamp });
}

/** Returns the first of each event, in the order sent. */
function firstsOf(sent: readonly EnrichedEvent[]): string[] {
  const firsts = new Map<string, EnrichedEvent>();
  for (const event of sent) if (!firsts.has(eventKey(event))) firsts.set(eventKey(event), event);
  return [...firsts.values()].map((event) => `${event.id} ${event.receivedAt}`).toSorted();
}

describeWithServers('duplicates', ['KAFKA_BROKERS', 'CLICKHOUSE_URL'], (servers) => {
  let rig: KafkaRig;
  beforeEach(async () => {
    rig = await openKafkaRig(servers, partitions);
  });
  afterEach(() => rig.remove());

  const stored = async () => {
    const rows = await rig.warehouse.read<{ id: string; received: number }>({
      sql: 'SELECT toString(id) AS id, toUnixTimestamp64Milli(received_at) AS received FROM events ORDER BY id, received',
    });
    return rows.map((row) => `${row.id} ${row.received}`);
  };
  const addPartitions = async (count: number) => {
    await rig.admin.createPartitions({ topicPartitions: [{ topic: rig.settings.KAFKA_TOPIC, count }] });
    await until(() =>
      rig.bus.partitions().then(
        ({ length }) => length === count,
        () => false,
      ),
    );
  };
  const repairs = () => reconcile({ bus: rig.bus, warehouse: rig.warehouse, repairs: true });

  it('leave the first of each event while consumers join, leave and are killed at random points', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(round, { minLength: 1, maxLength: 4 }), async (rounds) => {
        await rig.warehouse.command({ sql: 'TRUNCATE TABLE events' });
        const sent: EnrichedEvent[] = [];
        const running = new Set<RunningConsumer>();
        const join = async (options?: ConsumerOptions) => {
          const one = await rig.start(options);
          running.add(one);
          return one;
        };
        const leave = async (one: RunningConsumer | undefined) => {
          if (one && running.delete(one)) await one.stop();
        };
        let healthy = await join();
        for (const { sendings, death, change } of rounds) {
          if (death) {
            const { around, broken } = breakAt(death.breakpoint, death.pass);
            const dying = await join({ around });
            void broken.then(() => leave(dying));
          }
          const batch = sendings.map((one, index) => eventOf(one, sent.length + index));
          sent.push(...batch);
          await rig.publish(...batch);
          if (change === 'join') await join();
          if (change === 'leave') await leave([...running].find((one) => one !== healthy));
          if (change === 'replace') {
            const before = healthy;
            healthy = await join();
            await leave(before);
          }
          await rig.allStored();
        }
        await Promise.all([...running].map(leave));
        await rig.storeAll();
        expect(await stored()).toEqual(firstsOf(sent));
      }),
      { numRuns: histories, endOnFailure: true },
    );
  });

  it('B9 leave the first of each event if partitions are added in between', async () => {
    const events = Array.from({ length: 300 }, (_, event) =>
      eventOf({ event, visitor: event % 41, isOld: false }, event),
    );
    const one = await rig.start();
    await rig.publish(...events);
    await rig.allStored();
    await addPartitions(partitions + 3);
    // An existing publisher learns of new partitions later, so another consumer sees both.
    const other = await rig.start();
    await rig.publish(...events.map((event) => ({ ...event, receivedAt: event.receivedAt + hourMs })));
    await rig.allStored();
    await Promise.all([one.stop(), other.stop()]);
    expect(await stored()).toEqual(firstsOf(events));
  });

  it('leave the first of each event if an earlier version published it, keyed by visitor', async () => {
    const events = Array.from({ length: 300 }, (_, event) =>
      eventOf({ event, visitor: event % 41, isOld: event % 3 === 0 }, event),
    );
    await rig.bus.publish('events', events.map(earlierOutgoing));
    await rig.storeAll();
    await rig.publish(...events.map((event) => ({ ...event, receivedAt: event.receivedAt + hourMs })));
    await rig.storeAll();
    expect(await stored()).toEqual(firstsOf(events));
  });

  it('are stored if earlier IDs are not read, which proves that the check can fail', async () => {
    const events = Array.from({ length: 300 }, (_, event) =>
      eventOf({ event, visitor: event % 41, isOld: false }, event),
    );
    await rig.publish(...events);
    await rig.storeAll();
    await rig.publish(...events);
    await rig.storeAll({ around: ({ text }, proceed) => (text.includes('AS hour_s FROM events') ? [] : proceed()) });
    expect(await rig.stored()).toEqual({ rows: 600, positions: 600, ids: 300 });
  });

  it('are found by a reconciliation if the log has both after an upgrade, keyed by visitor and by ID', async () => {
    const consumers = [await rig.start(), await rig.start()];
    await until(async () => {
      const held = await Promise.all(consumers.map((one) => one.number('footfall_consumer_partitions_held')));
      return held.every((number) => number === partitions / 2);
    });
    // By now each consumer has read the rows that were stored before these.
    const before = Array.from({ length: 100 }, (_, event) =>
      eventOf({ event: 1_000 + event, visitor: 0, isOld: false }, event),
    );
    await rig.publish(...before);
    await rig.allStored();
    const events = Array.from({ length: 300 }, (_, event) =>
      eventOf({ event, visitor: event % 41, isOld: false }, event),
    );
    await rig.bus.publish('events', events.map(earlierOutgoing));
    await rig.publish(...events.map((event) => ({ ...event, receivedAt: event.receivedAt + hourMs })));
    await rig.allStored();
    await Promise.all(consumers.map((one) => one.stop()));
    expect((await rig.stored()).rows).toBeGreaterThan(events.length + before.length);
    const report = await repairs();
    expect(report.isExact).toBe(true);
    expect(report.repaired.duplicateIds).toBeGreaterThan(0);
    expect(await rig.stored()).toMatchObject({ rows: 400, ids: 400 });
  });
});
