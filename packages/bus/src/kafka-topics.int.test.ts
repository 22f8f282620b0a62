/** Topics on Kafka that are missing, misconfigured, truncated or created again. */
import { describeWithServers, until } from '@footfall/test-servers';
import { ConfigResourceTypes, type IResourceConfigEntry } from 'kafkajs';
import { numbered, publishTexts, readRecords, texts, withAssignment } from './bus.contract.ts';
import { carry, Read } from './kafka/carrier.fixture.ts';
import { openKafkaBus } from './kafka.ts';
import { openBus } from './open.ts';
import { KafkaClient } from './kafka/client.ts';
import { kafkaBusLimits } from './kafka/limits.ts';
import { laggingBroker } from './kafka/lagging-broker.fixture.ts';
import { testTopic, type TestTopic } from './kafka/topic.fixture.ts';
import { publishWithZstd } from './kafka/zstd.fixture.ts';

const anyNumber = { recordsMax: 1_000, bytesMax: 1 << 20, waitMs: 2_000 };

describeWithServers('topics on Kafka', ['KAFKA_BROKERS'], () => {
  let topic: TestTopic;

  beforeEach(() => {
    topic = testTopic();
  });
  afterEach(() => topic.remove());

  describe('B15 at the start', () => {
    function make(configEntries: IResourceConfigEntry[], name = topic.topic) {
      return topic.administer((admin) =>
        admin.createTopics({ topics: [{ topic: name, numPartitions: 2, configEntries }], waitForLeaders: false }),
      );
    }

    it('creates both topics if they are missing, even if two processes start at the same time', async () => {
      topic = testTopic({ partitions: 3 });
      const [one] = await Promise.all([topic.open(), topic.open()]);
      expect(await one.partitions()).toHaveLength(3);
      const names = await topic.administer((admin) => admin.listTopics());
      expect(names).toContain(`${topic.topic}.dead-letters`);
    });

    it('creates 6 partitions unless KAFKA_PARTITIONS is set', async () => {
      const bus = await openBus({ DATA_DIR: '', KAFKA_BROKERS: topic.brokers.join(), KAFKA_TOPIC: topic.topic });
      expect(await bus.partitions()).toHaveLength(6);
      await bus.close();
    });

    it('creates a topic of dead letters that keeps them forever, up to the size of a record in base64', async () => {
      const bus = await topic.open();
      const letter = Buffer.alloc(3 << 20, 'x');
      await bus.publish('dead-letters', [{ key: 'k', value: letter }]);
      expect((await bus.deadLetters(1)).map(({ length }) => length)).toEqual([letter.length]);
      const { resources } = await topic.administer((admin) =>
        admin.describeConfigs({
          includeSynonyms: false,
          resources: [{ type: ConfigResourceTypes.TOPIC, name: `${topic.topic}.dead-letters` }],
        }),
      );
      expect(resources[0]?.configEntries).toContainEqual(
        expect.objectContaining({ configName: 'retention.ms', configValue: '-1' }),
      );
    });

    it('waits until brokers know a topic that another process has just created', async () => {
      await topic.open();
      const broker = await laggingBroker(topic.brokers[0] ?? '', 3);
      try {
        const address = { brokers: [broker.address], topic: topic.topic, partitions: 1 };
        const late = await openKafkaBus(address, kafkaBusLimits);
        expect(await late.partitions()).toHaveLength(1);
        expect(broker.refusals()).toBe(3);
        await late.close();
      } finally {
        broker.close();
      }
    });

    it('warns of each topic that it creates, since its name may be misspelt', async () => {
      const warn = jest.fn();
      const address = { brokers: topic.brokers, topic: topic.topic, partitions: 1 };
      for (let time = 0; time < 2; time += 1) await (await openKafkaBus(address, kafkaBusLimits, { warn })).close();
      expect(warn.mock.calls).toEqual(
        [topic.topic, `${topic.topic}.dead-letters`].map((name) => [
          { topic: name, partitions: 1 },
          'The topic did not exist and was created',
        ]),
      );
    });

    it('refuses a topic that does not exist, and creates none, if topics are not to be created', async () => {
      const settings = { DATA_DIR: '', KAFKA_BROKERS: topic.brokers.join(), KAFKA_TOPIC: topic.topic };
      await expect(openBus(settings, { createsTopics: false })).rejects.toMatchObject({
        name: 'StartError',
        message: `There is no topic ${topic.topic}: set KAFKA_TOPIC to the value that Footfall runs with, or start Footfall, which creates it`,
      });
      expect(await topic.administer((admin) => admin.listTopics())).not.toContain(topic.topic);
      await topic.open();
      await (await openBus(settings, { createsTopics: false })).close();
    });

    it('uses an existing topic, with the partitions that it has', async () => {
      await make([{ name: 'max.message.bytes', value: '1000000' }]);
      expect(await (await topic.open()).partitions()).toHaveLength(2);
    });

    it.each([
      ['cleanup.policy', 'compact'],
      ['cleanup.policy', 'compact,delete'],
      ['max.message.bytes', '999999'],
    ])('refuses a topic whose %s is %s', async (name, value) => {
      await make([{ name, value }]);
      await expect(topic.open()).rejects.toMatchObject({
        name: 'StartError',
        message: expect.stringMatching(new RegExp(`^The topic ${topic.topic} .*${name}`)),
      });
    });

    it('uses an existing topic of dead letters, and reads those that are left of each of its partitions', async () => {
      const letters = `${topic.topic}.dead-letters`;
      await make([], letters);
      const bus = await topic.open();
      for (const text of numbered(20)) await bus.publish('dead-letters', [{ key: text, value: Buffer.from(text) }]);
      const all = async () => (await bus.deadLetters(20)).map((value) => Buffer.from(value).toString());
      expect((await all()).toSorted()).toEqual(numbered(20).toSorted());
      const [first] = await all();
      await removeBefore(1, letters);
      expect((await all()).toSorted()).toEqual(
        numbered(20)
          .filter((text) => text !== first)
          .toSorted(),
      );
    });

    it('checks the topic of the dead letters', async () => {
      await make([{ name: 'cleanup.policy', value: 'compact' }], `${topic.topic}.dead-letters`);
      await expect(topic.open()).rejects.toThrow(`${topic.topic}.dead-letters is compacted`);
    });
  });

  /** Removes the records of partition 0 before `offset`, as a topic's retention does. */
  function removeBefore(offset: number, name = topic.topic): Promise<void> {
    return topic.administer(async (admin) => {
      // kafkajs finds the leader only of a topic whose metadata it has fetched.
      await admin.fetchTopicOffsets(name);
      await admin.deleteTopicRecords({
        topic: name,
        partitions: [{ partition: 0, offset: String(offset) }],
      });
    });
  }

  it('B7 stops with the reason if records were removed before they were read, and keeps the commit', async () => {
    const bus = await topic.open();
    await publishTexts(bus, numbered(10));
    await withAssignment(bus, (assignment) => assignment.commit({ offset: 4, metadata: 'planned 4 to 5' }));
    await removeBefore(7);
    const consumption = await bus.consume(async (assignment) => {
      await assignment.read((await assignment.committed())?.offset ?? 0, anyNumber);
    });
    await expect(consumption.finished).rejects.toMatchObject({
      name: 'StartError',
      message: expect.stringContaining('Offset 4 of partition 0 is not in the log, which has offsets 7 to 10'),
    });
    expect(await bus.partitions()).toMatchObject([
      { startOffset: 7, endOffset: 10, committed: { offset: 4, metadata: 'planned 4 to 5' } },
    ]);
  });

  it('B7 stops if records are removed while it waits', async () => {
    const bus = await topic.open();
    await publishTexts(bus, numbered(3));
    let first: (texts: string[]) => void = () => {};
    const read = new Promise<string[]>((resolve) => {
      first = resolve;
    });
    const consumption = await bus.consume(async (assignment) => {
      first(texts(await assignment.read(0, { ...anyNumber, recordsMax: 1 })));
      await until(
        async () => (await assignment.startOffset()) === 3,
        () => 'the records are there',
      );
      // Records that are no longer in memory are fetched again.
      await assignment.read(2, anyNumber);
    });
    expect(await read).toEqual(['record 0']);
    await removeBefore(3);
    await expect(consumption.finished).rejects.toThrow('Offset 2 of partition 0 is not in the log');
  });

  it('B8 names the remedy if a topic was deleted while it is in use', async () => {
    const bus = await topic.open();
    await publishTexts(bus, ['stored']);
    await topic.administer((admin) => admin.deleteTopics({ topics: [topic.topic] }));
    const missing = `The topic ${topic.topic} does not exist any more: restart Footfall, which creates missing topics`;
    await until(() =>
      bus.ping().then(
        () => false,
        (fault: Error) => fault.message === missing,
      ),
    );
    const action = 'restart Footfall, which creates missing topics';
    await expect(publishTexts(bus, ['refused'])).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      cause: { message: expect.stringContaining(action) },
    });
    await topic.open();
    await until(() =>
      publishTexts(bus, ['stored again']).then(
        () => true,
        () => false,
      ),
    );
  });

  it('B8 reads a topic that was deleted and created again from its start, under another ID', async () => {
    const bus = await topic.open();
    const [before, after] = [new Read(), new Read()];
    let read = before;
    const topicIds = new Set<string>();
    await publishTexts(bus, numbered(5));
    const consumption = await bus.consume(async (assignment) => {
      topicIds.add(assignment.topicId);
      let next = (await assignment.committed())?.offset ?? 0;
      while (!assignment.revoked.aborted) {
        const records = await assignment.read(next, { ...anyNumber, waitMs: 200 }).catch(() => []);
        for (const { offset, value } of records) read.note(assignment.partition, offset, value);
        next += records.length;
        if (records.length > 0) await assignment.commit({ offset: next, metadata: '' }).catch(() => {});
      }
    });
    await until(
      () => before.texts.size === 5,
      () => [...before.texts],
    );
    read = after;
    await topic.administer((admin) => admin.deleteTopics({ topics: [topic.topic] }));
    await until(
      async () => !(await topic.administer((admin) => admin.listTopics())).includes(topic.topic),
      () => 'the topic is there',
    );
    await topic.open();
    const again = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    await until(
      () =>
        publishTexts(bus, again).then(
          () => true,
          () => false,
        ),
      () => 'nothing can be published',
    );
    await until(
      () => after.texts.size >= again.length,
      () => [...after.texts],
    );
    expect([...after.texts.values()]).toEqual(again);
    expect(topicIds.size).toBe(2);
    await consumption.stop();
    expect(await bus.partitions()).toMatchObject([{ topicId: [...topicIds][1], committed: { offset: 7 } }]);
  });

  it('B8 does not return the bounds or records of a topic that was created again as those of the one before', async () => {
    const bus = await topic.open();
    await publishTexts(bus, numbered(3));
    const [listed] = await bus.partitions();
    await withAssignment(bus, async (assignment) => {
      await topic.administer((admin) => admin.deleteTopics({ topics: [topic.topic] }));
      await until(
        async () => !(await topic.administer((admin) => admin.listTopics())).includes(topic.topic),
        () => 'the topic is there',
      );
      await publishTexts(await topic.open(), ['another']);
      for (const call of [() => assignment.startOffset(), () => listed?.read(0, anyNumber)]) {
        let result: unknown;
        await until(
          async () => {
            result = await call()?.catch((fault: { code?: string }) => fault.code);
            return result !== 'UNAVAILABLE';
          },
          () => result,
        );
        expect(result).toBe('CONFLICT');
      }
    });
  });

  it('B11 stops and names the remedy if a record is compressed with zstd', async () => {
    const bus = await topic.open();
    await publishTexts(bus, ['plain']);
    const client = new KafkaClient(topic.brokers);
    await publishWithZstd(client.kafka, topic.topic, 'packed');
    client.close();
    const consumption = await bus.consume(async (assignment) => {
      for (let next = 0; !assignment.revoked.aborted;) next += (await assignment.read(next, anyNumber)).length;
    });
    await expect(consumption.finished).rejects.toMatchObject({
      name: 'StartError',
      message: expect.stringContaining('ZSTD'),
    });
  });

  it('B12 returns commits of an operator or another version unchanged', async () => {
    const bus = await topic.open();
    await publishTexts(bus, numbered(5));
    const groupId = `${topic.topic}.footfall-consumer`;
    const client = new KafkaClient(topic.brokers);
    const cluster = client.cluster();
    await cluster.connect();
    await cluster.refreshMetadata();
    const coordinator = await cluster.findGroupCoordinator({ groupId });
    const set = (metadata: string) => {
      const next = { partition: 0, offset: '3', metadata };
      // As Kafka's tools do while the group has no member.
      const outsider = { memberId: '', groupGenerationId: -1 };
      return coordinator.offsetCommit({ groupId, ...outsider, topics: [{ topic: topic.topic, partitions: [next] }] });
    };
    await set('');
    expect(await withAssignment(bus, (assignment) => assignment.committed())).toEqual({ offset: 3, metadata: '' });
    await set('version 9');
    expect(await withAssignment(bus, (assignment) => assignment.committed())).toEqual({
      offset: 3,
      metadata: 'version 9',
    });
    client.close();
  });

  it("returns an empty record for the marker of another producer's transaction, so that offsets have no gaps", async () => {
    const bus = await topic.open();
    // The broker creates the log of transactions first.
    const client = new KafkaClient(topic.brokers, { retries: 20, initialRetryTime: 100, maxRetryTime: 1_000 });
    const producer = client.kafka.producer({ transactionalId: topic.topic, maxInFlightRequests: 1, idempotent: true });
    await producer.connect();
    const transaction = await producer.transaction();
    await transaction.send({
      topic: topic.topic,
      messages: [
        { key: 'k', value: 'foreign' },
        { key: 'k', value: null },
      ],
    });
    await transaction.commit();
    await producer.disconnect();
    client.close();
    await until(
      async () => (await bus.partitions())[0]?.endOffset === 3,
      () => 'the end of the transaction is not in the log',
    );
    await publishTexts(bus, ['ours']);
    expect(texts(await withAssignment(bus, (assignment) => readRecords(assignment, 0, 4)))).toEqual([
      'foreign',
      '',
      '',
      'ours',
    ]);
  });

  it('stores a publish that is larger than the largest message of Kafka', async () => {
    const bus = await topic.open();
    const large = numbered(60).map((text) => text.padEnd(50_000, '.'));
    await publishTexts(bus, large);
    expect(texts(await withAssignment(bus, (assignment) => readRecords(assignment, 0, 60)))).toEqual(large);
  });

  it('logs no warning', async () => {
    const warnings: unknown[] = [];
    const note = (warning: unknown) => void warnings.push(warning);
    process.on('warning', note);
    const bus = await topic.open();
    const member = await carry(bus, new Read());
    await publishTexts(bus, numbered(500));
    await member.stop();
    process.off('warning', note);
    expect(warnings).toEqual([]);
  });
});
