/** Parses a body: one event, or a batch of them with the time at which it was sent. */
import { AppError } from '@footfall/errors';
import { eventLimits, shownName, shownValue } from '@footfall/schemas';
import { readTimestamp } from '../lookups/timestamp.ts';

export interface Batch {
  /** 1 to `batchEventsMax`, not validated yet. */
  events: readonly unknown[];
  /** The milliseconds by which the client's clock is behind; 0 without `sentAt`. */
  clockOffsetMs: number;
}

type JsonObject = Readonly<Record<string, unknown>>;

const envelopeFields: ReadonlySet<string> = new Set(['events', 'sentAt', 'key']);

/** Returns the object in `text`. Throws BAD_REQUEST for anything else. */
export function parseObject(text: string): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new AppError('BAD_REQUEST', 'The body is not valid JSON', { cause: error });
  }
  if (isObject(value)) return value;
  throw new AppError(
    'BAD_REQUEST',
    `The body must be an event, or an object with events, got ${typeof value === 'string' ? 'a string' : shownValue(value)}`,
  );
}

/** Returns the key next to `events`; undefined without one. */
export function keyOf(body: JsonObject): unknown {
  return isBatch(body) ? (body.key ?? undefined) : undefined;
}

/** Returns the events in `body`. Throws BAD_REQUEST if there are none or too many, or a field of the batch is invalid. */
export function readBatch(body: JsonObject, receivedAt: number): Batch {
  if (!isBatch(body)) return { events: [body], clockOffsetMs: 0 };
  const unknown = Object.keys(body).find((name) => !envelopeFields.has(name));
  if (unknown !== undefined) {
    const fields = [...envelopeFields].join(', ');
    throw new AppError('BAD_REQUEST', `${shownName(unknown)} is not a field of a batch; the fields are ${fields}`);
  }
  const { events, sentAt } = body;
  if (!Array.isArray(events) || events.length === 0 || events.length > eventLimits.batchEventsMax) {
    const allowed = `a list of 1 to ${eventLimits.batchEventsMax} events`;
    throw new AppError('BAD_REQUEST', `events must be ${allowed}, got ${shownValue(events)}`);
  }
  return { events, clockOffsetMs: sentAt === undefined || sentAt === null ? 0 : receivedAt - readSentAt(sentAt) };
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isBatch(body: JsonObject): boolean {
  return Object.hasOwn(body, 'events');
}

/** Epoch milliseconds. */
function readSentAt(sentAt: unknown): number {
  const epochMs = typeof sentAt === 'string' || typeof sentAt === 'number' ? readTimestamp(sentAt) : undefined;
  if (epochMs !== undefined) return epochMs;
  throw new AppError('BAD_REQUEST', `sentAt must be an ISO 8601 time or epoch milliseconds, got ${shownValue(sentAt)}`);
}
