/** Classifies errors of Kafka: those worth a retry, those of a revoked partition, and those that no retry can fix. */
import { AppError, connectionMeanings, StartError, unavailable } from '@footfall/errors';
import { types } from 'node:util';

/** The group has assigned the partition to another member, or is about to. */
const fencing: ReadonlySet<string> = new Set([
  'ILLEGAL_GENERATION',
  'UNKNOWN_MEMBER_ID',
  'REBALANCE_IN_PROGRESS',
  'FENCED_INSTANCE_ID',
]);

/** The advice for an operator whose topic is missing. */
export const restartCreates = 'restart Footfall, which creates missing topics';

/** The meanings of Kafka's errors for an operator, if Kafka's messages do not say what to do. */
const meanings: Readonly<Record<string, string>> = {
  UNKNOWN_TOPIC_OR_PARTITION: `the topic or one of its partitions does not exist (UNKNOWN_TOPIC_OR_PARTITION): ${restartCreates}`,
};

/** The system's error codes if there is no broker at an address. */
const unreachableCodes: ReadonlySet<string> = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH']);

/** Returns a StartError if a retry cannot help, an AppError with CONFLICT if the partition was revoked, else one with UNAVAILABLE. */
export function toFault(thrown: unknown): StartError | AppError {
  if (thrown instanceof StartError || thrown instanceof AppError) return thrown;
  const chain = causesOf(thrown);
  const refusal = chain.map(refusalOf).find((message) => message !== undefined);
  if (refusal !== undefined) return new StartError(refusal, { cause: thrown });
  if (chain.some(({ type }) => fencing.has(type))) {
    return new AppError('CONFLICT', 'The partition was revoked', { cause: thrown });
  }
  const reason = reasonOf(thrown);
  return unavailable(reason.type === '' ? 'Kafka does not respond' : 'Kafka has refused a request', { cause: reason });
}

/** Returns the error for a topic with another ID than before. */
export function recreatedTopic(): AppError {
  return new AppError('CONFLICT', 'The topic was deleted and created again');
}

/** Throws the error of a call that kafkajs has not settled in time: some never settle. */
export function throwTooSlow(): never {
  throw unavailable('Kafka is too slow');
}

/** Returns the root cause of a fault, for a log: kafkajs repeats the message at each level, and the system adds the address. */
export function reasonOf(thrown: unknown): Reason {
  const chain = causesOf(thrown);
  const code = chain.findLast((cause) => cause.code !== '')?.code ?? '';
  const type = chain.findLast((cause) => cause.type !== '')?.type ?? '';
  const message =
    code === ''
      ? (meanings[type] ?? chain.at(-1)?.message ?? '')
      : `${connectionMeanings[code] ?? 'the connection failed'} (${code})`;
  return new Reason(message, type, code);
}

/** Returns true if there is no broker at the address, not even a busy or starting one. */
export function isUnreachable(thrown: unknown): boolean {
  return causesOf(thrown).some(({ code }) => unreachableCodes.has(code));
}

class Reason extends Error {
  override readonly name = 'KafkaFault';
  readonly type: string;
  readonly code: string;

  constructor(message: string, type: string, code: string) {
    super(message);
    this.type = type;
    this.code = code;
  }
}

export function isOutOfRange(thrown: unknown): boolean {
  return causesOf(thrown).some(({ type }) => type === 'OFFSET_OUT_OF_RANGE');
}

interface Cause {
  name: string;
  /** Kafka's name of the error; empty for other errors. */
  type: string;
  /** The system's code of the error; empty for other errors. */
  code: string;
  message: string;
}

/** Returns the error and its causes. Of several causes, as for a host name with two addresses, only the first. */
function causesOf(thrown: unknown): Cause[] {
  const chain: Cause[] = [];
  for (let error = thrown; types.isNativeError(error) && chain.length < 10;) {
    const { name, message } = error;
    const code = error instanceof AppError ? '' : textOf(error, 'code');
    chain.push({ name, message, type: textOf(error, 'type'), code });
    error = 'errors' in error && Array.isArray(error.errors) ? error.errors[0] : error.cause;
  }
  return chain;
}

function textOf(error: Error, field: string): string {
  const value: unknown = Reflect.get(error, field);
  return typeof value === 'string' ? value : '';
}

function refusalOf({ name, type, message }: Cause): string | undefined {
  if (name === 'KafkaJSNotImplemented' && message.includes('compression')) {
    return `The topic has records that Footfall cannot decompress (${message}): configure their producer to use gzip or no compression`;
  }
  if (name.startsWith('KafkaJSSASL') || type.includes('SASL')) {
    return 'Kafka requires authentication, which Footfall does not support: configure a listener without it';
  }
  if (type.endsWith('AUTHORIZATION_FAILED'))
    return `Kafka refuses an operation that Footfall needs (${type}): allow it`;
  return undefined;
}
