/** Members of a Kafka group that join, leave, stall and return: every record is read, in order, by one at a time. */
import { randomInt } from 'node:crypto';
import { describeWithServers, until } from '@footfall/test-servers';
import fc from 'fast-check';
import { AssignerProtocol, PartitionAssigners } from 'kafkajs';
import { carry, Read } from './kafka/carrier.fixture.ts';
import { KafkaClient } from './kafka/client.ts';
import { startFrozenMember } from './kafka/frozen-member.fixture.ts';
import { testTopic, type TestTopic } from './kafka/topic.fixture.ts';
import { publishTexts, withAssignment } from './bus.contract.ts';
import type { Bus } from './port.ts';

/** The session timeout, longer than any wait in these tests. */
const sessionTimeoutMs = 900_000;
const otherRule = {
  name: 'another rule',
  protocol: ({ topics }: { topics: string[] }) => ({
    name: 'another rule',
    metadata: AssignerProtocol.MemberMetadata.encode({ version: 1, topics, userData: Buffer.alloc(0) }),
  }),
};
/** The shortest session timeout that brokers allow. */
const quick = { sessionTimeoutMs: 6_000, metadataAgeMs: 1_000 };

describeWithServers('a group on Kafka', ['KAFKA_BROKERS'], () => {
  let topic: TestTopic;

  afterEach(() => topic.remove());

  /** Publishes `count` records with different keys, and resolves with their texts. */
  async function publishSome(bus: Bus, count: number): Promise<string[]> {
    const records = Array.from({ length: count }, () => String(randomInt(1e12)));
    await bus.publish(
      'events',
      records.map((text) => ({ key: text, value: Buffer.from(text) })),
    );
    return records;
  }

  function hasAll(read: Read, published: readonly string[]): boolean {
    const found = new Set(read.texts.values());
    return published.every((text) => found.has(text));
  }

  async function expectAllRead(bus: Bus, read: Read, published: readonly string[]): Promise<void> {
    await until(
      () => hasAll(read, published),
      () => ({ read: read.texts.size, published: published.length }),
    );
    // Repeated, because on a busy machine Kafka may respond too late.
    const isAll = async () => {
      const partitions = await bus.partitions().catch(() => undefined);
      return read.texts.size === partitions?.reduce((sum, { endOffset }) => sum + endOffset, 0);
    };
    await until(isAll, () => ({ read: read.texts.size }));
  }

  it('divides the partitions between two members, and reassigns them at once when one stops', async () => {
    topic = testTopic({ partitions: 4 });
    const read = new Read();
    // Kafka misses a silent member much later, so the member that stopped must have released them.
    const [a, b] = [await topic.open({ sessionTimeoutMs }), await topic.open({ sessionTimeoutMs })];
    const ofA = await carry(a, read, 'a');
    await until(
      () => read.held.size === 4,
      () => read.shares(),
    );
    const ofB = await carry(b, read, 'b');
    await until(
      () => read.shares()['a']?.length === 2 && read.shares()['b']?.length === 2,
      () => read.shares(),
    );
    const published = await publishSome(a, 200);
    await expectAllRead(a, read, published);
    await ofA.stop();
    await until(
      () => read.shares()['b']?.length === 4,
      () => read.shares(),
    );
    const more = await publishSome(a, 200);
    await expectAllRead(b, read, [...published, ...more]);
    await ofB.stop();
  });

  it('B4 loses nothing while members join and leave', async () => {
    topic = testTopic({ partitions: 3 });
    const read = new Read();
    const [stays, changes] = [await topic.open(), await topic.open()];
    const first = await carry(stays, read, 'stays');
    const published: string[] = [];
    for (let round = 0; round < 6; round++) {
      const second = await carry(changes, read, `comes ${round}`);
      published.push(...(await publishSome(stays, 300)));
      await second.stop();
      published.push(...(await publishSome(stays, 300)));
    }
    await expectAllRead(stays, read, published);
    await first.stop();
  });

  it('returns every record in order and without gaps, for any records and restarts', async () => {
    topic = testTopic({ partitions: 2 });
    let bus = await topic.open();
    const read = new Read();
    const published: string[] = [];
    let member = await carry(bus, read);
    const restart = fc.record({ kind: fc.constant('restart'), reopens: fc.boolean() });
    const publish = fc.record({ kind: fc.constant('publish'), count: fc.integer({ min: 1, max: 120 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(publish, restart), { maxLength: 8 }), async (steps) => {
        for (const step of steps) {
          if ('count' in step) {
            published.push(...(await publishSome(bus, step.count)));
            continue;
          }
          await member.stop();
          if (step.reopens) {
            await bus.close();
            bus = await topic.open();
          }
          member = await carry(bus, read);
        }
        await expectAllRead(bus, read, published);
      }),
      { numRuns: 6 },
    );
    await member.stop();
  });

  it('B5 B6 refuses the commit of a member that was frozen while another took its partition', async () => {
    topic = testTopic();
    const bus = await topic.open(quick);
    await publishTexts(bus, ['a', 'b', 'c']);
    const member = await startFrozenMember(topic);
    try {
      await member.said('committed');
      member.process.kill('SIGSTOP');
      await withAssignment(bus, async (assignment) => {
        await assignment.commit({ offset: 2, metadata: 'of the other' });
        member.process.kill('SIGCONT');
        await member.said('refused CONFLICT');
        expect(await assignment.committed()).toEqual({ offset: 2, metadata: 'of the other' });
      });
    } finally {
      member.process.kill('SIGKILL');
    }
  });

  it('B9 reads and fills partitions that are added while it consumes', async () => {
    topic = testTopic({ partitions: 1 });
    const bus = await topic.open(quick);
    const read = new Read();
    const member = await carry(bus, read);
    const published = await publishSome(bus, 1);
    await topic.administer((admin) => admin.createPartitions({ topicPartitions: [{ topic: topic.topic, count: 4 }] }));
    await until(
      () => read.held.size === 4,
      () => read.shares(),
    );
    const filled = () => new Set([...read.texts.keys()].map((place) => place.split('/')[0]));
    await until(
      async () => published.push(...(await publishSome(bus, 50))) > 0 && filled().size === 4,
      () => [...filled()],
    );
    await expectAllRead(bus, read, published);
    await member.stop();
  });

  it('ends if a handler continues after its partition was revoked, because it could never be assigned a partition again', async () => {
    topic = testTopic();
    const bus = await topic.open({ handOverMaxMs: 500 });
    const taken = new Set<number>();
    const member = await bus.consume(({ partition }) => {
      taken.add(partition);
      return new Promise(() => {});
    });
    await until(() => taken.has(0));
    const stopped = member.stop();
    await expect(member.finished).rejects.toMatchObject({
      name: 'StartError',
      message: 'A partition was revoked 0.5 s ago, but its handler has not ended',
    });
    await stopped;
  });

  it('ends if the group does not admit it, because its other members use a different assigner', async () => {
    topic = testTopic();
    const bus = await topic.open({ stallMaxMs: 2_000 });
    const client = new KafkaClient(topic.brokers);
    const other = client.kafka.consumer({
      groupId: `${topic.topic}.footfall-consumer`,
      partitionAssigners: [(config) => ({ ...PartitionAssigners.roundRobin(config), ...otherRule })],
    });
    await other.subscribe({ topic: topic.topic });
    const joined = new Promise((resolve) => other.on(other.events.GROUP_JOIN, resolve));
    await other.run({ eachBatch: async () => {} });
    await joined;
    const member = await carry(bus, new Read());
    await expect(member.finished).rejects.toMatchObject({
      name: 'StartError',
      message: expect.stringContaining('does not admit this process'),
    });
    await other.disconnect();
    client.close();
  });
});
