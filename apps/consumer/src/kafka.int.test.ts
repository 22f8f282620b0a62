/** The consumer on Kafka and a ClickHouse server: every published event is stored once, despite faults of the log, the group or the server. */
import { openBus } from '@footfall/bus';
import { type Around, describeWithServers, openProxy, until } from '@footfall/test-servers';
import { ConfigResourceTypes } from 'kafkajs';
import { events, outgoing } from './event.fixture.ts';
import { type KafkaRig, lagOf, openKafkaRig } from './kafka-rig.fixture.ts';

const once = (count: number) => ({ rows: count, positions: count, ids: count });
/** Retries an action that Kafka allows only once every member has left its group. */
const onceLeft = (work: () => Promise<unknown>) =>
  until(() =>
    work().then(
      () => true,
      () => false,
    ),
  );

describeWithServers('a consumer on servers', ['KAFKA_BROKERS', 'CLICKHOUSE_URL'], (servers) => {
  let rig: KafkaRig;
  beforeEach(async () => {
    rig = await openKafkaRig(servers, 3);
  });
  afterEach(() => rig.remove());

  it('stores every event once, from every partition', async () => {
    await rig.publish(...events(3_000));
    await rig.storeAll();
    await expect(rig.stored()).resolves.toEqual(once(3_000));
    const [found] = await rig.warehouse.read({ sql: 'SELECT uniqExact(partition) AS partitions FROM events' });
    expect(found).toEqual({ partitions: 3 });
  });

  describe('a commit that is lost', () => {
    it('is rebuilt from the stored events, and nothing is stored twice', async () => {
      await rig.publish(...events(12_000));
      await rig.storeAll();
      await onceLeft(() => rig.admin.deleteGroups([rig.groupId]));
      await rig.publish(...events(300, {}, 12_000));
      await rig.storeAll();
      await expect(rig.stored()).resolves.toEqual(once(12_300));
    });

    it('is rebuilt even if the last insert was interrupted', async () => {
      await rig.publish(...events(900));
      await rig.storeAll();
      await rig.warehouse.command({ sql: 'DELETE FROM events WHERE offset BETWEEN 100 AND 150' });
      // The range may be the inserted one: its token is then forgotten like that of an interrupted insert.
      for (const window of [0, 10_000]) {
        await rig.warehouse.command({
          sql: `ALTER TABLE events MODIFY SETTING non_replicated_deduplication_window = ${window}`,
        });
      }
      await onceLeft(() => rig.admin.deleteGroups([rig.groupId]));
      await rig.storeAll();
      await expect(rig.stored()).resolves.toEqual(once(900));
    });
  });

  it('stores nothing twice if commits are set back, as by a broker that has lost the last ones', async () => {
    const { KAFKA_TOPIC: topic } = rig.settings;
    for (const first of [0, 6_000, 12_000]) await rig.publish(...events(6_000, {}, first));
    await rig.storeAll();
    const partitions = [0, 1, 2].map((partition) => ({ partition, offset: '7' }));
    await onceLeft(() => rig.admin.setOffsets({ groupId: rig.groupId, topic, partitions }));
    await rig.publish(...events(300, {}, 18_000));
    await rig.storeAll();
    await expect(rig.stored()).resolves.toEqual(once(18_300));
  });

  describe('B7 a log without the next records', () => {
    /** The count of all records, for Kafka. */
    const wholeLog = -1;
    /** Deletes the oldest `count` records of each partition from the log. */
    async function expire(count: number): Promise<void> {
      const topic = rig.settings.KAFKA_TOPIC;
      const partitions = [0, 1, 2].map((partition) => ({ partition, offset: String(count) }));
      // kafkajs deletes records only of topics whose offsets it has fetched before.
      await rig.admin.fetchTopicOffsets(topic);
      await rig.admin.deleteTopicRecords({ topic, partitions });
    }
    const refuses = async (message: RegExp) => {
      const one = await rig.start();
      await expect(one.consumer.failed).rejects.toThrow(message);
      await one.stop();
    };

    it('is refused if its beginning is missing and nothing is stored', async () => {
      await rig.publish(...events(300));
      await expire(10);
      await refuses(/begins at offset 10.*KAFKA_OFFSET_RESET=earliest/);
      await expect(rig.stored()).resolves.toEqual(once(0));
    });

    it('is refused if records after the commit are missing', async () => {
      await rig.publish(...events(300));
      await rig.storeAll();
      const ends = (await rig.bus.partitions()).map(({ endOffset }) => endOffset);
      await rig.publish(...events(3_000, {}, 300));
      await expire(400);
      // Any of the partitions can be the first that is refused, and each has another number of records.
      const refusals = ends.map((end) => `${end}: ${400 - end} records are missing`);
      await refuses(new RegExp(`begins at offset 400, but the next offset to store is (${refusals.join('|')})`));
      await expect(rig.stored()).resolves.toEqual(once(300));
    });

    it('is stored from its beginning if the settings allow it', async () => {
      await rig.publish(...events(300));
      await expire(10);
      await rig.storeAll({ skipsLostRecords: true });
      await expect(rig.stored()).resolves.toEqual(once(270));
    });

    it('is skipped permanently, although no event follows', async () => {
      await rig.publish(...events(300));
      await rig.storeAll();
      await rig.publish(...events(300, {}, 300));
      await expire(wholeLog);
      await rig.storeAll({ skipsLostRecords: true });
      await rig.storeAll();
      await expect(rig.stored()).resolves.toEqual(once(300));
    });

    it('is refused if the commit is beyond its end', async () => {
      await rig.publish(...events(300));
      await rig.storeAll();
      const { KAFKA_TOPIC: topic } = rig.settings;
      const partitions = [0, 1, 2].map((partition) => ({ partition, offset: '5000' }));
      await onceLeft(() => rig.admin.setOffsets({ groupId: rig.groupId, topic, partitions }));
      await refuses(/offsets below 5000 were already read: the log has lost its end/);
      await expect(rig.stored()).resolves.toEqual(once(300));
    });
  });

  it('B12 refuses a partition whose commit has unreadable metadata, and continues with the others', async () => {
    await rig.publish(...events(300));
    const later = await rig.bus.consume(async (assignment) => {
      if (assignment.partition === 1) await assignment.commit({ offset: 0, metadata: '{"v":9,"to":7}' });
    });
    const isCommitted = async () => (await rig.bus.partitions())[1]?.committed !== undefined;
    await until(isCommitted);
    await later.stop();
    const [, second] = await rig.bus.partitions();
    const others = 300 - (second?.endOffset ?? 0);
    const one = await rig.start();
    await until(
      async () => (await rig.stored()).rows === others,
      () => rig.stored(),
    );
    await until(async () => (await one.number('footfall_consumer_partitions_stopped')) === 1);
    await expect(one.consumer.ping()).rejects.toThrow('Partitions with these numbers cannot be consumed: 1');
    await one.stop();
    await expect(rig.stored()).resolves.toEqual(once(others));
  });

  it('B10 keeps records that can never be inserted as dead letters with a reason, and stores the others', async () => {
    await rig.publish(...events(30));
    const poison = ['', 'hello', '{"no":"event"}'];
    for (const value of poison) {
      await rig.bus.publish('events', [{ key: 'a', value: Buffer.from(value) }]);
      await rig.bus.publish('events', [{ key: value, value: Buffer.from(value) }]);
    }
    await rig.publish(...events(30, {}, 30));
    await rig.storeAll();
    await expect(rig.stored()).resolves.toEqual(once(60));
    const reasons = await rig.deadLetters();
    expect(reasons).toHaveLength(6);
    expect(reasons).toEqual(expect.arrayContaining(['empty value', 'not JSON in UTF-8']));
  });

  it('B13 retries until a dead letter is stored, and loses none', async () => {
    const limitLetters = (bytes: string) =>
      rig.admin.alterConfigs({
        validateOnly: false,
        resources: [
          {
            type: ConfigResourceTypes.TOPIC,
            name: `${rig.settings.KAFKA_TOPIC}.dead-letters`,
            configEntries: [{ name: 'max.message.bytes', value: bytes }],
          },
        ],
      });
    const one = await rig.start();
    await limitLetters('10');
    await rig.publish(...events(30));
    await rig.bus.publish('events', [{ key: 'a', value: Buffer.from('poison') }]);
    await until(async () => (await one.number('footfall_consumer_retries_total')) > 1);
    await rig.publish(...events(300, {}, 30));
    expect(await lagOf(rig.bus)).toBeGreaterThan(0);
    await limitLetters('2000000');
    await rig.allStored();
    await one.stop();
    await expect(rig.stored()).resolves.toEqual(once(330));
    await expect(rig.deadLetters()).resolves.toEqual(['not JSON in UTF-8']);
  });

  it('B14 repeats the same insert if connections to the warehouse are cut, and stores every event once', async () => {
    const { hostname, port } = new URL(servers.CLICKHOUSE_URL);
    const proxy = await openProxy(Number(port), hostname);
    const url = new URL(servers.CLICKHOUSE_URL);
    url.host = `127.0.0.1:${proxy.port}`;
    let round = 0;
    let stalledIn = 0;
    const around: Around = ({ text }, proceed) => {
      if (text.startsWith('insert events ') && stalledIn < round) {
        stalledIn = round;
        proxy.stall('responses');
      }
      return proceed();
    };
    const one = await rig.start({ around }, { CLICKHOUSE_URL: url.href });
    const failures = () => one.number('footfall_consumer_retries_total');
    for (; round < 6; round += 1) {
      const before = await failures();
      await rig.publish(...events(200, {}, round * 200));
      await until(
        async () => (await rig.stored()).rows > round * 200,
        () => rig.stored(),
      );
      if (round > 0) {
        proxy.cut();
        await until(async () => (await failures()) > before);
        proxy.heal();
      }
      await rig.allStored();
    }
    await one.stop();
    await proxy.close();
    await expect(rig.stored()).resolves.toEqual(once(1_200));
  });

  it('C4 stores every event once even if a materialized view of another application throws', async () => {
    await rig.warehouse.command({
      sql: 'CREATE TABLE seen (id UUID) ENGINE = MergeTree ORDER BY id SETTINGS non_replicated_deduplication_window = 10000',
    });
    await rig.warehouse.command({
      sql: `CREATE MATERIALIZED VIEW seen_view TO seen AS SELECT id FROM events WHERE throwIf(path = '/broken') = 0`,
    });
    await rig.publish(...events(300, { path: '/broken' }));
    await rig.storeAll();
    await expect(rig.stored()).resolves.toEqual(once(300));
  });

  it('B9 drops duplicates of events that were stored before partitions were added', async () => {
    await rig.publish(...events(1_000));
    await rig.storeAll();
    await rig.admin.createPartitions({ topicPartitions: [{ topic: rig.settings.KAFKA_TOPIC, count: 5 }] });
    await until(() =>
      rig.bus.partitions().then(
        ({ length }) => length === 5,
        () => false,
      ),
    );
    // An existing publisher learns of new partitions later.
    const bus = await openBus(rig.settings);
    await bus.publish('events', events(1_000).map(outgoing));
    const logs = await bus.partitions();
    await bus.close();
    expect(logs.every(({ endOffset }) => endOffset > 0)).toBe(true);
    await rig.storeAll();
    await expect(rig.stored()).resolves.toEqual(once(1_000));
  });
});
