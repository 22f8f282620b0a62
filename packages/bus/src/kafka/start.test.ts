/** The message with which a start on Kafka is refused. */
import { untilStarted } from './start.ts';

it('names the brokers and the reason if nothing listens there', async () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED 192.0.2.7:9092'), { code: 'ECONNREFUSED' });
  const start = untilStarted(['kafka:9092', '[::1]:9092'], () => Promise.reject(refused));
  await expect(start).rejects.toMatchObject({
    name: 'StartError',
    message:
      'Setting KAFKA_BROKERS: no broker at kafka:9092, [::1]:9092 has responded as expected: nothing listens there (ECONNREFUSED)',
  });
});
