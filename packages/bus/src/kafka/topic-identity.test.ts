/** A broker's response about a topic, read byte by byte. */
import { createServer } from 'node:net';
import { listenLocally } from '@footfall/test-servers';
import { TopicLookup } from './topic-lookup.ts';
import { metadataRequest, readTopicIdentity } from './topic-identity.ts';

const topicId = '00112233445566778899aabbccddeeff';
/** One broker `b:9092`, no rack; no cluster ID; controller 1. */
const beforeTopics = ['00', '00000000', '02', '00000001', '0262', '00002384', '00', '00', '00', '00000001'];
const partition = (index: string) => ['0000', index, '00000001', '00000000', '0200000001', '0200000001', '01', '00'];

function response(correlationId: string, topic: readonly string[]): Buffer {
  return Buffer.from([correlationId, ...beforeTopics, '02', ...topic, '00'].join(''), 'hex');
}

function topicBytes(error: string): string[] {
  const partitions = ['03', ...partition('00000000'), ...partition('00000001')];
  return [error, '0274', topicId, '00', ...partitions, '80000000', '00'];
}

describe('a topic’s identity', () => {
  it('is its ID and its number of partitions', () => {
    expect(readTopicIdentity(response('00000007', topicBytes('0000')), 7)).toEqual({ topicId, partitions: 2 });
  });

  it('is undefined if the topic does not exist', () => {
    expect(readTopicIdentity(response('00000007', topicBytes('0003')), 7)).toBeUndefined();
  });

  it('is not read from an error, the response to another request, or half a response', () => {
    expect(() => readTopicIdentity(response('00000007', topicBytes('001d')), 7)).toThrow('error 29');
    expect(() => readTopicIdentity(response('00000008', topicBytes('0000')), 7)).toThrow('another request');
    const whole = response('00000007', topicBytes('0000'));
    for (let length = 0; length < whole.length - 6; length++) {
      expect(() => readTopicIdentity(whole.subarray(0, length), 7)).toThrow('a different protocol');
    }
  });

  it('cannot be requested if Kafka refuses access to the topic, and the message says so', async () => {
    const broker = createServer((socket) => {
      socket.once('data', (request) => {
        const refusal = response(request.toString('hex', 8, 12), topicBytes('001d'));
        const length = Buffer.alloc(4);
        length.writeInt32BE(refusal.length);
        socket.end(Buffer.concat([length, refusal]));
      });
    });
    const port = await listenLocally(broker);
    try {
      await expect(new TopicLookup([`127.0.0.1:${port}`], 't').identity()).rejects.toMatchObject({
        name: 'StartError',
        message: 'Kafka refuses access to the topic t: allow it',
      });
    } finally {
      broker.close();
    }
  });

  it('is requested by name, with a length that may need two bytes', () => {
    const { request } = metadataRequest('t'.repeat(200));
    expect(request.subarray(0, 4).toString('hex')).toBe('0003000c');
    expect(request.toString('hex')).toContain(`c901${'74'.repeat(200)}00`);
  });
});
