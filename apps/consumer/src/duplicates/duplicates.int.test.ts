/** Copies of events in different partitions: whatever two consumers do at the same time, and wherever they break, the first of each stays. */
import type { EnrichedEvent } from '@footfall/schemas';
import { enrichedEvent } from '@footfall/schemas/fixture';
import { describeWithServers } from '@footfall/test-servers';
import fc from 'fast-check';
import type { FaultPoint } from '../app.ts';
import {
  type KafkaRig,
  lagOf,
  openKafkaRig,
  type RigOptions,
  type RunningConsumer,
  until,
} from '../kafka-rig.fixture.ts';

jest.setTimeout(900_000);

/** How many random stories are told; set it for long runs. */
const stories = Number(process.env['FOOTFALL_COPY_STORIES'] ?? 4);
const hourMs = 3_600_000;
const partitions = 4;
const start = Date.UTC(2026, 2, 1, 12);
const id = (number: number) => `0198c7e2-aaaa-7bbb-8ccc-${String(number).padStart(12, '0')}`;
const visitor = (number: number) => number.toString(16).padStart(16, '0');

/** What is sent of an event: which, by which visitor, and how late. */
interface Sending {
  event: number;
  visitor: number;
  isOld: boolean;
}

const sendings = fc.array(fc.record({ event: fc.nat(150), visitor: fc.nat(40), isOld: fc.boolean() }), {
  minLength: 50,
  maxLength: 400,
});
const faultPoints = fc.constantFrom<FaultPoint>('planned', 'inserted', 'settled', 'committed');
const kills = fc.array(fc.record({ point: faultPoints, pass: fc.integer({ min: 1, max: 6 }), who: fc.nat(1) }), {
  maxLength: 3,
});

/** Received one after the other, a minute apart at most; an old one is two days old, with the same timestamp in every copy. */
function eventOf({ event, visitor: by, isOld }: Sending, index: number): EnrichedEvent {
  const receivedAt = start + index * 1_000;
  const timestamp = isOld ? start - 48 * hourMs + event : receivedAt - 1;
  return enrichedEvent({ id: id(isOld ? 1_000 + event : event), visitorId: visitor(by), receivedAt, timestamp });
}

/** Throws at the `pass`th time any partition comes to `point`, and from then on at every point: what a killed process leaves. `died` resolves then: partitions without records go on waiting for some. */
function dieAt(point: FaultPoint, pass: number): RigOptions & { died: Promise<void> } {
  let passes = 0;
  let die: () => void = () => {};
  return {
    died: new Promise((resolve) => (die = resolve)),
    fault: (at) => {
      if (at === point) passes += 1;
      if (passes < pass) return;
      die();
      throw new Error('killed');
    },
  };
}

/** Thirty events, each by two visitors. */
const replayed: Sending[] = Array.from({ length: 60 }, (_, index) => ({
  event: index % 30,
  visitor: index % 41,
  isOld: false,
}));

describeWithServers('copies in different partitions', ['KAFKA_BROKERS', 'CLICKHOUSE_URL'], (servers) => {
  let rig: KafkaRig;
  beforeEach(async () => {
    rig = await openKafkaRig(servers, partitions);
  });
  afterEach(() => rig.remove());

  const firstsStored = async () => {
    const rows = await rig.warehouse.read<{ id: string; received: number }>({
      sql: 'SELECT toString(id) AS id, toUnixTimestamp64Milli(received_at) AS received FROM events ORDER BY id, received',
    });
    return rows.map((row) => `${row.id} ${row.received}`);
  };
  const firstsSent = (sent: readonly EnrichedEvent[]) => {
    const firsts = new Map<string, number>();
    for (const event of sent) firsts.set(event.id, Math.min(event.receivedAt, firsts.get(event.id) ?? Infinity));
    return [...firsts].map(([one, received]) => `${one} ${received}`).toSorted();
  };
  const stored = () =>
    until(
      async () => (await lagOf(rig.bus)) === 0,
      () => lagOf(rig.bus),
    );

  it('leave the first of each, with two consumers that break at random points', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(sendings, { minLength: 1, maxLength: 3 }), kills, async (rounds, deaths) => {
        await rig.warehouse.command({ sql: 'TRUNCATE TABLE events' });
        const sent: EnrichedEvent[] = [];
        const consumers: RunningConsumer[] = [];
        const died: Promise<void>[] = [];
        for (const who of [0, 1]) {
          const death = deaths.find((one) => one.who === who);
          const dying = death && dieAt(death.point, death.pass);
          if (dying) died.push(dying.died);
          consumers.push(await rig.start(dying));
        }
        for (const round of rounds) {
          const batch = round.map((one, index) => eventOf(one, sent.length + index));
          sent.push(...batch);
          await rig.publish(...batch);
          await Promise.race([stored(), ...died]);
        }
        await Promise.all(consumers.map((one) => one.stop()));
        await rig.storeAll();
        expect(await firstsStored()).toEqual(firstsSent(sent));
      }),
      {
        numRuns: stories,
        endOnFailure: true,
        // Killed between insert and look, in both consumers: the repeat finds all of its rows stored.
        examples: [
          [
            [replayed],
            [
              { point: 'inserted', pass: 2, who: 0 },
              { point: 'inserted', pass: 2, who: 1 },
            ],
          ],
        ],
      },
    );
  });

  /** Two consumers that insert copies at the same time: each waits before and after its insert until all others have come as far. */
  async function insertAtOnce(options: RigOptions): Promise<void> {
    const copies = Array.from({ length: 40 }, (_, by) =>
      enrichedEvent({ visitorId: visitor(by), receivedAt: start + by }),
    );
    const arrived: Record<string, number> = {};
    const fault = async (point: FaultPoint) => {
      if (point !== 'planned' && point !== 'inserted') return;
      arrived[point] = (arrived[point] ?? 0) + 1;
      await until(() => (arrived[point] ?? 0) >= partitions);
    };
    const consumers = [await rig.start({ ...options, fault }), await rig.start({ ...options, fault })];
    await until(async () => {
      const held = await Promise.all(consumers.map((one) => one.number('footfall_consumer_partitions_held')));
      return held.every((number) => number === partitions / 2);
    });
    await rig.publish(...copies);
    await stored();
    await Promise.all(consumers.map((one) => one.stop()));
  }

  it('leave the first when all partitions insert theirs at the same time', async () => {
    await insertAtOnce({});
    expect(await firstsStored()).toEqual([`${enrichedEvent().id} ${start}`]);
  });

  it('are stored several times when nobody looks after the insert, which shows that the check can fail', async () => {
    await insertAtOnce({ safeguards: { settledCopies: false } });
    expect((await rig.stored()).rows).toBeGreaterThan(1);
  });
});
