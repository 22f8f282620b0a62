/** The bus on a real Kafka passes the contract. */
import { describeWithServers } from '@footfall/test-servers';
import { type BusUnderTest, describeBus } from './bus.contract.ts';
import { testTopic } from './kafka/topic.fixture.ts';

describeWithServers('on a broker', ['KAFKA_BROKERS'], () => {
  describeBus('Kafka', async (): Promise<BusUnderTest> => {
    const topic = testTopic();
    let bus = await topic.open();
    return {
      bus,
      async reopen() {
        await bus.close();
        bus = await topic.open();
        return bus;
      },
      remove: () => topic.remove(),
    };
  });
});
