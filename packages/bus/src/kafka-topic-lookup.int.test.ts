/** The identity of a topic on Kafka: its age, and the broker that is asked for it. */
import { createServer } from 'node:net';
import { describeWithServers, listenLocally } from '@footfall/test-servers';
import { laggingBroker } from './kafka/lagging-broker.fixture.ts';
import { testTopic, type TestTopic } from './kafka/topic.fixture.ts';
import { TopicLookup } from './kafka/topic-lookup.ts';

describeWithServers('the identity of a topic', ['KAFKA_BROKERS'], () => {
  let topic: TestTopic;

  beforeEach(async () => {
    topic = testTopic();
    await topic.open();
  });
  afterEach(() => topic.remove());

  it('is that of the time of the call or later, even if a request is in progress', async () => {
    const broker = await laggingBroker(topic.brokers[0] ?? '', 1);
    try {
      const lookup = new TopicLookup([broker.address], topic.topic);
      const early = lookup.identity();
      // The request is sent in a later turn of the event loop.
      await new Promise(setImmediate);
      const [one, other] = [lookup.identity(), lookup.identity()];
      expect(other).toBe(one);
      expect(await early).toBeUndefined();
      expect(await one).toMatchObject({ partitions: 1 });
    } finally {
      broker.close();
    }
  });

  it('is requested first from the broker that responded last', async () => {
    let attempts = 0;
    const silent = createServer((socket) => {
      attempts += 1;
      socket.destroy();
    });
    const port = await listenLocally(silent);
    try {
      const lookup = new TopicLookup([`127.0.0.1:${port}`, ...topic.brokers], topic.topic);
      for (let time = 0; time < 3; time += 1) expect(await lookup.identity()).toMatchObject({ partitions: 1 });
      expect(attempts).toBe(1);
    } finally {
      silent.close();
    }
  });
});
