/** What goes wrong with Kafka, in our words: what may be tried again, what is fenced, and what no repetition mends. */
import { AppError, StartError, unavailable } from '@footfall/errors';
import { types } from 'node:util';

/** The group has given the partition to another member, or is about to. */
const fencing: ReadonlySet<string> = new Set([
  'ILLEGAL_GENERATION',
  'UNKNOWN_MEMBER_ID',
  'REBALANCE_IN_PROGRESS',
  'FENCED_INSTANCE_ID',
]);

/** What the system says when there is no broker at an address. */
const nobodyThere: ReadonlySet<string> = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH']);

const meanings: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'its name is not known',
};

/** A StartError, an AppError with CONFLICT, or one with UNAVAILABLE. */
export function toFault(thrown: unknown): StartError | AppError {
  if (thrown instanceof StartError || thrown instanceof AppError) return thrown;
  const chain = causesOf(thrown);
  const refusal = chain.map(refusalOf).find((message) => message !== undefined);
  if (refusal !== undefined) return new StartError(refusal, { cause: thrown });
  if (chain.some(({ type }) => fencing.has(type))) {
    return new AppError('CONFLICT', 'The partition is no longer ours', { cause: thrown });
  }
  return unavailable('Kafka does not answer', { cause: reasonOf(thrown) });
}

/** What a fault comes down to, for a log: kafkajs says the same at each of its levels, and the system adds the address. */
export function reasonOf(thrown: unknown): Error {
  const chain = causesOf(thrown);
  const code = chain.findLast((cause) => cause.code !== '')?.code ?? '';
  const type = chain.findLast((cause) => cause.type !== '')?.type ?? '';
  const message =
    code === '' ? (chain.at(-1)?.message ?? '') : `${meanings[code] ?? 'the connection failed'} (${code})`;
  return new Reason(message, type, code);
}

/** Whether no broker can be there, not even one that is busy or starting. */
export function isNobodyThere(thrown: unknown): boolean {
  return causesOf(thrown).some(({ code }) => nobodyThere.has(code));
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
  /** Kafka's own name of the error; empty when it is none of Kafka's. */
  type: string;
  /** The system's name of the error; empty when it is none of the system's. */
  code: string;
  message: string;
}

/** The error and what is wrapped in it: of several at once, as of a name with two addresses, the first. */
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
    return `The topic has records that Footfall cannot unpack (${message}): have their producer send them plain or with gzip`;
  }
  if (name.startsWith('KafkaJSSASL') || type.includes('SASL')) {
    return 'Kafka asks for a user and password, which Footfall does not support: give it a listener without';
  }
  if (type.endsWith('AUTHORIZATION_FAILED')) return `Kafka refuses what Footfall needs to do (${type}): allow it`;
  return undefined;
}
