/** Messages about faults of Kafka: each reason once, and no address. */
import { createServer } from 'node:net';
import kafkajs from 'kafkajs';
import { freePort, listenLocally } from '@footfall/test-servers';
import { isOutOfRange, toFault } from './faults.ts';
import { TopicLookup } from './topic-lookup.ts';

const { KafkaJSConnectionError, KafkaJSNumberOfRetriesExceeded, KafkaJSProtocolError } = kafkajs;
const retried = (fault: Error) => new KafkaJSNumberOfRetriesExceeded(fault, { retryCount: 2, retryTime: 300 });
const broker = 'kafka.example.org:9092';

it.each([
  ['Connection timeout', retried(new KafkaJSConnectionError('Connection timeout', { broker }))],
  [
    'nothing listens there (ECONNREFUSED)',
    retried(
      new KafkaJSConnectionError('Connection error: connect ECONNREFUSED 192.0.2.7:9092', {
        broker,
        code: 'ECONNREFUSED',
      }),
    ),
  ],
  [
    'the connection failed (ECONNRESET)',
    new AggregateError([Object.assign(new Error('read'), { code: 'ECONNRESET' }), new Error('other')]),
  ],
])('states the reason once: %s', (reason, thrown) => {
  const fault = toFault(thrown);
  expect(fault).toMatchObject({ code: 'UNAVAILABLE', message: 'Kafka does not respond', cause: { message: reason } });
  expect(toFault(fault)).toBe(fault);
  expect(fault.cause).not.toHaveProperty('cause', expect.anything());
});

it('distinguishes a request that Kafka has refused, and names the remedy if the topic is missing', () => {
  const type = 'UNKNOWN_TOPIC_OR_PARTITION';
  const fault = new KafkaJSProtocolError(Object.assign(new Error('This server does not host it'), { type }));
  expect(toFault(retried(fault))).toMatchObject({
    code: 'UNAVAILABLE',
    message: 'Kafka has refused a request',
    cause: { message: expect.stringContaining('restart Footfall, which creates missing topics') },
  });
});

it('recognizes an offset that is not in the log', () => {
  const fault = new KafkaJSProtocolError(Object.assign(new Error('not within'), { type: 'OFFSET_OUT_OF_RANGE' }));
  expect(isOutOfRange(toFault(retried(fault)))).toBe(true);
});

describe('a request for the identity of a topic', () => {
  it('rejects with the reason that nothing listens there', async () => {
    const brokers = [`127.0.0.1:${await freePort()}`, `127.0.0.1:${await freePort()}`];
    await expect(new TopicLookup(brokers, 'any').identity()).rejects.toMatchObject({
      cause: { message: 'nothing listens there (ECONNREFUSED)' },
    });
  });

  it('rejects with the fault of a broker that responded, if one did', async () => {
    const other = createServer((socket) => void socket.resume().end('another protocol'));
    const brokers = [`127.0.0.1:${await freePort()}`, `127.0.0.1:${await listenLocally(other)}`];
    try {
      await expect(new TopicLookup(brokers, 'any').identity()).rejects.toMatchObject({
        cause: { message: 'The broker uses a different protocol' },
      });
    } finally {
      await new Promise((resolve) => other.close(resolve));
    }
  });
});
