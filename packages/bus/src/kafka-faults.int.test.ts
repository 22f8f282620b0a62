/** The bus on a Kafka broker that is killed, frozen, cut off or slow. */
import { setTimeout as delay } from 'node:timers/promises';
import {
  describeWithDocker,
  freePort,
  openProxy,
  type OwnServer,
  ownServer,
  type Proxy,
  until,
} from '@footfall/test-servers';
import { carry, Read } from './kafka/carrier.fixture.ts';
import { testTopic, type TestTopic } from './kafka/topic.fixture.ts';
import type { Bus } from './port.ts';

const quick = { sessionTimeoutMs: 6_000 };
/** The API key of the request with which a member receives its partitions, and the offset of the key in a request. */
const syncGroup = 14;
const apiKeyAt = 4;
/** The pause of each publisher between two records. */
const publishPauseMs = 10;

describeWithDocker('Kafka that fails', () => {
  let kafka: OwnServer;
  let proxy: Proxy;
  let topic: TestTopic;

  beforeAll(async () => {
    const port = await freePort();
    proxy = await openProxy(port);
    // The broker advertises the proxy, so that all requests go through it.
    kafka = await ownServer('kafka', { port, advertisedPort: proxy.port });
  });
  afterAll(async () => {
    await proxy.close();
    await kafka.remove();
  });
  beforeEach(() => {
    topic = testTopic({ partitions: 2, brokers: `127.0.0.1:${proxy.port}` });
  });
  afterEach(async () => {
    proxy.heal();
    await kafka.recover();
    await topic.remove();
  });

  /** Publishes continuously with four publishers, and records each outcome. */
  function publishOn(bus: Bus) {
    const acknowledged: string[] = [];
    const refused: string[] = [];
    const codes = new Set<unknown>();
    const over = new AbortController();
    let count = 0;
    const publisher = async () => {
      while (!over.signal.aborted) {
        const text = String(count++);
        await delay(publishPauseMs);
        try {
          await bus.publish('events', [{ key: text, value: Buffer.from(text) }]);
          acknowledged.push(text);
        } catch (error) {
          refused.push(text);
          codes.add(error instanceof Error && 'code' in error ? error.code : error);
        }
      }
    };
    const publishers = Array.from({ length: 4 }, publisher);
    return {
      acknowledged,
      refused,
      codes,
      async end() {
        over.abort();
        await Promise.all(publishers);
      },
    };
  }

  it.each([
    ['B1 killed', () => kafka.kill(), () => kafka.start()],
    ['B2 frozen', () => kafka.freeze(), () => kafka.thaw()],
    ['B3 cut off', async () => proxy.cut(), async () => proxy.heal()],
    ['B3 silent after it has received a request', async () => proxy.stall('responses'), async () => proxy.heal()],
  ])(
    '%s makes the bus refuse records, loses no acknowledged one, and lets it continue without a restart',
    async (_fault, begin, end) => {
      const bus = await topic.open(quick);
      const read = new Read();
      const member = await carry(bus, read);
      const load = publishOn(bus);
      await until(
        () => load.acknowledged.length > 100,
        () => load.acknowledged.length,
      );
      await begin();
      await until(
        () => load.refused.length >= 8,
        () => load.refused.length,
      );
      await expect(bus.ping()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
      const before = load.acknowledged.length;
      await end();
      await until(
        () => load.acknowledged.length > before + 100,
        () => load.acknowledged.length - before,
      );
      await load.end();
      const isRead = () => {
        const found = new Set(read.texts.values());
        return load.acknowledged.every((text) => found.has(text));
      };
      // Consumption that has ended would never read the rest.
      await Promise.race([until(isRead, () => read.texts.size), member.finished]);
      expect(isRead()).toBe(true);
      expect([...load.codes]).toEqual(['UNAVAILABLE']);
      await member.stop();
    },
  );

  it('B2 stores no record published after it has noticed that Kafka is frozen', async () => {
    const bus = await topic.open(quick);
    const read = new Read();
    const member = await carry(bus, read);
    const publish = (text: string) => bus.publish('events', [{ key: text, value: Buffer.from(text) }]);
    await kafka.freeze();
    await expect(publish('in flight')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await expect(publish('refused')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await kafka.thaw();
    await until(() =>
      publish('accepted').then(
        () => true,
        () => false,
      ),
    );
    const found = () => new Set(read.texts.values());
    await Promise.race([until(() => found().has('accepted')), member.finished]);
    expect(found().has('refused')).toBe(false);
    await member.stop();
  });

  it('a member joins again if the response with its partitions was lost', async () => {
    const bus = await topic.open({ ...quick, metadataAgeMs: 500 });
    const read = new Read();
    const member = await carry(bus, read);
    await until(() => read.held.size === 2);

    let isLost = false;
    proxy.loseResponse((request) => (isLost = request.readInt16BE(apiKeyAt) === syncGroup));
    await topic.administer((admin) => admin.createPartitions({ topicPartitions: [{ topic: topic.topic, count: 3 }] }));
    await until(() => isLost);
    await Promise.race([until(() => read.held.size === 3), member.finished]);
    expect(read.shares()).toEqual({ 'a member': [0, 1, 2] });
    await member.stop();
  });

  it('closes while Kafka is frozen', async () => {
    const bus = await topic.open(quick);
    const member = await carry(bus, new Read());
    await kafka.freeze();
    await expect(member.stop()).resolves.toBeUndefined();
    await expect(bus.close()).resolves.toBeUndefined();
  });
});
