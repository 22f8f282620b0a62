/** The servers of this run respond. */
import { clickhouseResponds, kafkaResponds, redisResponds } from './responding.ts';
import { describeWithServers } from './suites.ts';

describeWithServers('the servers of this run', ['KAFKA_BROKERS', 'CLICKHOUSE_URL', 'REDIS_URL'], (found) => {
  const portOf = (url: string) => Number(new URL(url).port);
  it.each([
    ['Kafka', kafkaResponds, portOf(`kafka://${found.KAFKA_BROKERS}`)],
    ['ClickHouse', clickhouseResponds, portOf(found.CLICKHOUSE_URL)],
    ['Redis', redisResponds, portOf(found.REDIS_URL)],
  ])('%s responds', async (_, responds, port) => {
    expect(await responds(port)).toBe(true);
  });
});
