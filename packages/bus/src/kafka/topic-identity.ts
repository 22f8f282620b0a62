/** What kafkajs cannot tell: the id that Kafka gives a topic when it is made, another one each time. */
import { randomInt } from 'node:crypto';
import { AnswerReader } from './answer-reader.ts';

/** A topic under one ID. */
export interface TopicIdentity {
  /** The topic's id, in hexadecimal. */
  incarnation: string;
  partitions: number;
}

/** A broker's own error code for a topic. */
export class TopicError extends Error {
  readonly code: number;

  constructor(code: number) {
    super(`The broker answers with error ${code} for the topic`);
    this.code = code;
  }
}

const metadataKey = 3;
/** The first version that names topics by id and by name; every broker since 3.1 knows it. */
const metadataVersion = 12;
const unknownTopic = 3;
/** The topic was made a moment ago. */
const leaderNotAvailable = 5;

/** A metadata request for `topic`: header, then the topic by name, nothing to be made, no rights asked for. */
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

/** What a broker answered to a metadata request; undefined when there is no such topic. Throws a TopicError. */
export function readTopicIdentity(answer: Buffer, correlationId: number): TopicIdentity | undefined {
  const reader = new AnswerReader(answer);
  if (reader.int32() !== correlationId) throw new Error('The broker answers another request');
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

function readTopic(reader: AnswerReader): TopicIdentity | undefined {
  const error = reader.int16();
  reader.skipText();
  const incarnation = reader.bytes(16).toString('hex');
  reader.skip(1);
  const partitions = reader.array(() => skipPartition(reader)).length;
  reader.skip(4);
  reader.skipTags();
  if (error === unknownTopic) return undefined;
  if (error !== 0 && error !== leaderNotAvailable) throw new TopicError(error);
  return { incarnation, partitions };
}

function skipPartition(reader: AnswerReader): void {
  reader.skip(2 + 4 + 4 + 4);
  for (const _ of ['replicas', 'in sync', 'offline']) reader.array(() => reader.skip(4));
  reader.skipTags();
}

function lengthOf16(length: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(length);
  return bytes;
}

/** Lengths are written one higher, in groups of seven bits. */
function compactLength(length: number): Buffer {
  const bytes: number[] = [];
  let rest = length + 1;
  for (; rest > 0x7f; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80);
  return Buffer.from([...bytes, rest]);
}
