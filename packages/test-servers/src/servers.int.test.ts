/** The servers of this run respond. */
import { clickhouseAnswers, kafkaAnswers, redisAnswers } from './answers.ts';
import { describeWithServers } from './suites.ts';

describeWithServers('the servers of this run', ['KAFKA_BROKERS', 'CLICKHOUSE_URL', 'REDIS_URL'], (found) => {
  const portOf = (url: string) => Number(new URL(url).port);
  it.each([
    ['Kafka', kafkaAnswers, portOf(`kafka://${found.KAFKA_BROKERS}`)],
    ['ClickHouse', clickhouseAnswers, portOf(found.CLICKHOUSE_URL)],
    ['Redis', redisAnswers, portOf(found.REDIS_URL)],
  ])('%s answers', async (_, answers, port) => {
    expect(await answers(port)).toBe(true);
  });
});
