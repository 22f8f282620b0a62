/** The rollups are kept by one consumer of the group, and by another when that one is gone. */
import { enrichedEvent } from '@footfall/schemas/fixture';
import { describeWithServers } from '@footfall/test-servers';
import { readRollupsState, requestRebuild, verify } from '@footfall/warehouse';
import { type KafkaRig, openKafkaRig, type RunningConsumer, until } from './kafka-rig.fixture.ts';

jest.setTimeout(300_000);

const partitions = 3;
const id = (number: number) => `0198c7e2-aaaa-7bbb-8ccc-${String(number).padStart(12, '0')}`;
const visitor = (number: number) => number.toString(16).padStart(16, '0');

describeWithServers('the rollups of several consumers', ['KAFKA_BROKERS', 'CLICKHOUSE_URL'], (servers) => {
  let rig: KafkaRig;
  let sent = 0;
  beforeEach(async () => {
    rig = await openKafkaRig(servers, partitions);
    sent = 0;
  });
  afterEach(() => rig.remove());

  /** Events of visitors in every partition. */
  async function publish(count: number): Promise<void> {
    const events = Array.from({ length: count }, (_, index) => {
      const number = sent + index;
      return enrichedEvent({
        id: id(number),
        visitorId: visitor(number % 17),
        sessionId: visitor(100 + (number % 29)),
      });
    });
    sent += count;
    await rig.publish(...events);
  }

  /** What `verify` finds, once all that was sent has been stored and rolled up. */
  async function verified({ consumer }: RunningConsumer): Promise<object | undefined> {
    await consumer.drain();
    const state = () => readRollupsState(rig.warehouse, Date.now);
    await until(async () => {
      const { isComplete, eventsBehind } = await state();
      return isComplete && eventsBehind === 0;
    }, state);
    return verify({ warehouse: rig.warehouse, eventsReadMax: 0 });
  }
  const exact = () => ({ isExact: true, differences: [], events: sent });

  it('are kept by whoever holds the first partition', async () => {
    const first = await rig.start();
    await publish(300);
    expect(await verified(first)).toMatchObject(exact());
    const second = await rig.start();
    await publish(300);
    expect(await verified(second)).toMatchObject(exact());
    await first.stop();
    await publish(300);
    expect(await verified(second)).toMatchObject(exact());
    expect((await second.number('footfall_consumer_rolled_up_total')) > 0).toBe(true);
  });

  it('are rebuilt when somebody asks, while events come', async () => {
    const one = await rig.start();
    await publish(300);
    expect(await verified(one)).toMatchObject(exact());
    await rig.warehouse.command({
      sql: "ALTER TABLE breakdown DELETE WHERE grain = 'day' AND workspace_id != '' SETTINGS mutations_sync = 2",
    });
    expect(await verified(one)).toMatchObject({ isExact: false });
    await requestRebuild(rig.warehouse, Date.now);
    await publish(300);
    expect(await verified(one)).toMatchObject(exact());
  });

  it('have what was stored before there were any, and what another life of the topic has left', async () => {
    await publish(200);
    await rig.storeAll();
    await rig.admin.deleteTopics({ topics: [rig.settings.KAFKA_TOPIC] });
    const other = await rig.start();
    await publish(200);
    expect(await verified(other)).toMatchObject(exact());
  });
});
