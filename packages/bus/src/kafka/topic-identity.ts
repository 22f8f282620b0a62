/** The topic ID, which kafkajs does not return: Kafka assigns a new one each time that a topic is created. */
import { randomInt } from 'node:crypto';
import { ResponseReader } from './response-reader.ts';

/** A topic from its creation to its deletion. */
export interface TopicIdentity {
  /** The topic ID, in hexadecimal. */
  topicId: string;
  partitions: number;
}

/** An error code of a broker for a topic. */
export class TopicError extends Error {
  readonly code: number;

  constructor(code: number) {
    super(`The broker returned error ${code} for the topic`);
    this.code = code;
  }
}

const metadataKey = 3;
/** The first version that has topic IDs and accepts topic names; every broker since 3.1 supports it. */
const metadataVersion = 12;
const unknownTopic = 3;
/** The topic has just been created. */
const leaderNotAvailable = 5;

/** Returns a metadata request for `topic`: the header, then the topic by name, without automatic creation or authorized operations. */
export function metadataRequest(topic: string): { request: Buffer; correlationId: number } {
  const correlationId = randomInt(1 << 30);
  const header = Buffer.alloc(8);
  header.writeInt16BE(metadataKey, 0);
  header.writeInt16BE(metadataVersion, 2);
  header.writeInt32BE(correlationId, 4);
  const name = Buffer.from(topic);
  const request = Buffer.concat([
    header,
    lengthOf16(clientId.length),
    Buffer.from(clientId),
    noTags,
    compactLength(1),
    Buffer.alloc(16),
    compactLength(name.length),
    name,
    noTags,
    Buffer.from([0, 0]),
    noTags,
  ]);
  return { request, correlationId };
}

/** Parses the response to a metadata request; undefined if the topic does not exist. Throws a TopicError for any other error code. */
export function readTopicIdentity(response: Buffer, correlationId: number): TopicIdentity | undefined {
  const reader = new ResponseReader(response);
  if (reader.int32() !== correlationId) throw new Error('The broker responds to another request');
  reader.skipTags();
  reader.int32();
  reader.array(() => {
    reader.skip(4);
    reader.skipText();
    reader.skip(4);
    reader.skipText();
    reader.skipTags();
  });
  reader.skipText();
  reader.skip(4);
  const [found] = reader.array(() => readTopic(reader));
  return found;
}

const clientId = 'footfall';
const noTags = Buffer.from([0]);

function readTopic(reader: ResponseReader): TopicIdentity | undefined {
  const error = reader.int16();
  reader.skipText();
  const topicId = reader.bytes(16).toString('hex');
  reader.skip(1);
  const partitions = reader.array(() => skipPartition(reader)).length;
  reader.skip(4);
  reader.skipTags();
  if (error === unknownTopic) return undefined;
  if (error !== 0 && error !== leaderNotAvailable) throw new TopicError(error);
  return { topicId, partitions };
}

function skipPartition(reader: ResponseReader): void {
  reader.skip(2 + 4 + 4 + 4);
  for (const _ of ['replicas', 'in sync', 'offline']) reader.array(() => reader.skip(4));
  reader.skipTags();
}

function lengthOf16(length: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(length);
  return bytes;
}

/** Encodes a length: its value plus one, in groups of seven bits. */
function compactLength(length: number): Buffer {
  const bytes: number[] = [];
  let rest = length + 1;
  for (; rest > 0x7f; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80);
  return Buffer.from([...bytes, rest]);
}
