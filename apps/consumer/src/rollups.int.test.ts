/** The rollups of a group of consumers: one advances them, and another one continues if it is gone. */
import { enrichedEvent } from '@footfall/schemas/fixture';
import { describeWithServers, until } from '@footfall/test-servers';
import { readRollupsState, requestRebuild, verify } from '@footfall/warehouse';
import { eventId, visitorId } from './event.fixture.ts';
import { type KafkaRig, openKafkaRig, type RunningConsumer } from './kafka-rig.fixture.ts';

const partitions = 3;

describeWithServers('the rollups of several consumers', ['KAFKA_BROKERS', 'CLICKHOUSE_URL'], (servers) => {
  /** Runs a test on a separate topic, concurrently with the others, because each mostly waits for a batch. */
  const withSubject = async (test: (subject: Subject) => Promise<void>) => {
    const rig = await openKafkaRig(servers, partitions);
    try {
      await test(new Subject(rig));
    } finally {
      await rig.remove();
    }
  };

  it.concurrent('are advanced by the owner of the first partition', () =>
    withSubject(async (subject) => {
      const first = await subject.rig.start();
      await subject.publish(300);
      expect(await subject.verified(first)).toMatchObject(subject.exact);
      const second = await subject.rig.start();
      await subject.publish(300);
      expect(await subject.verified(second)).toMatchObject(subject.exact);
      await first.stop();
      await subject.publish(300);
      expect(await subject.verified(second)).toMatchObject(subject.exact);
      expect((await second.number('footfall_consumer_rolled_up_total')) > 0).toBe(true);
    }),
  );

  it.concurrent('are rebuilt on request while events are published', () =>
    withSubject(async (subject) => {
      const { warehouse } = subject.rig;
      const one = await subject.rig.start();
      await subject.publish(300);
      expect(await subject.verified(one)).toMatchObject(subject.exact);
      await warehouse.command({
        sql: "ALTER TABLE breakdown DELETE WHERE grain = 'day' AND workspace_id != '' SETTINGS mutations_sync = 2",
      });
      expect(await subject.verify()).toMatchObject({ isExact: false });
      await requestRebuild(warehouse, Date.now);
      await subject.publish(300);
      expect(await subject.verified(one)).toMatchObject(subject.exact);
    }),
  );

  it.concurrent('include events that were stored before there were rollups, and events of an earlier topic ID', () =>
    withSubject(async (subject) => {
      const { rig } = subject;
      await subject.publish(200);
      await rig.storeAll();
      const { KAFKA_TOPIC: topic } = rig.settings;
      await rig.admin.deleteTopics({ topics: [topic] });
      await until(async () => !(await rig.admin.listTopics()).includes(topic));
      const other = await rig.start();
      await subject.publish(200);
      expect(await subject.verified(other)).toMatchObject(subject.exact);
    }),
  );
});

/** Consumers, and the events that were sent to them. */
class Subject {
  readonly rig: KafkaRig;
  #sent = 0;

  constructor(rig: KafkaRig) {
    this.rig = rig;
  }

  /** Publishes events of visitors in every partition. */
  async publish(count: number): Promise<void> {
    const events = Array.from({ length: count }, (_, index) => {
      const number = this.#sent + index;
      return enrichedEvent({
        id: eventId(number),
        visitorId: visitorId(number % 17),
        sessionId: visitorId(100 + (number % 29)),
      });
    });
    this.#sent += count;
    await this.rig.publish(...events);
  }

  /** Returns the findings of `verify` once everything sent has been stored and rolled up. */
  async verified({ consumer }: RunningConsumer): Promise<object> {
    await consumer.drain();
    const state = () => readRollupsState(this.rig.warehouse, Date.now);
    await until(async () => {
      const { isComplete, lagEvents } = await state();
      return isComplete && lagEvents === 0;
    }, state);
    return this.verify();
  }

  verify(): Promise<object> {
    return verify({ warehouse: this.rig.warehouse, eventsReadMax: 0 });
  }

  get exact(): object {
    return { isExact: true, differences: [], events: this.#sent };
  }
}
