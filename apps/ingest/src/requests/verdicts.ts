/** Judges each event of a request: valid ones go through the pipeline, even if others are invalid. */
import type { EnrichedEvent, Event, RejectionCode } from '@footfall/schemas';
import { AppError } from '@footfall/errors';
import { eventLimits, readEvent, shownField, shownValue } from '@footfall/schemas';
import type { Arrival, RequestFacts } from '../pipeline/arrival.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import { type Rejection, reject } from '../pipeline/rejection.ts';
import type { InTurns } from '../admission/turns.ts';
import { timed } from '../pipeline/step-times.ts';
import { eventBytes, firstTooDeep } from './event-size.ts';

/** A rejection and the index of its event. */
interface RejectedEvent extends Rejection {
  /** The event's index in the request, from 0. */
  index: number;
}

export interface Verdicts {
  accepted: EnrichedEvent[];
  /** The rejected events, in the order of their index. */
  rejected: RejectedEvent[];
}

const check = timed('check', (event: unknown) => tooLarge(event) ?? parse(event));

/** The number of reasons in the message for a request without a valid event. */
const reasonsShownMax = 3;

/** Judges `events`, in turns. Rejects with UNAVAILABLE if the pipeline does. */
export async function judge(
  events: readonly unknown[],
  request: RequestFacts,
  pipeline: Pipeline,
  inTurns: InTurns,
): Promise<Verdicts> {
  const verdicts: Verdicts = { accepted: [], rejected: [] };
  const arrivals: Arrival[] = [];
  const parsed = await inTurns(events, check);
  for (const [index, outcome] of parsed.entries()) {
    if ('code' in outcome) verdicts.rejected.push({ index, ...outcome });
    else arrivals.push({ event: outcome.event, requestIndex: index, request });
  }
  if (arrivals.length === 0) return verdicts;
  const enriched = await pipeline.enrich(arrivals, inTurns);
  for (const [position, outcome] of enriched.entries()) {
    if ('code' in outcome) verdicts.rejected.push({ index: arrivals[position]?.requestIndex ?? position, ...outcome });
    else verdicts.accepted.push(outcome);
  }
  verdicts.rejected.sort((a, b) => a.index - b.index);
  return verdicts;
}

/** Returns the rejections of the events from index `admitted` to `sent`, which exceed the quota of a minute. */
export function overQuota(admitted: number, sent: number): RejectedEvent[] {
  if (admitted === sent) return [];
  const message = `a request must have at most ${admitted} events, the number allowed in a minute`;
  const rejection = reject('RATE_LIMIT', message, String(sent));
  return Array.from({ length: sent - admitted }, (_, position) => ({ index: admitted + position, ...rejection }));
}

/** Returns the BAD_REQUEST for a request without any good event, with the reasons for the first few, and the codes of the others. */
export function noneAccepted(rejected: readonly RejectedEvent[]): AppError {
  const reasons = rejected
    .slice(0, reasonsShownMax)
    .map(shown)
    .map(({ index, code, message }) => `${index}: ${code}, ${message}`);
  const others = rejected.slice(reasonsShownMax);
  const more = others.length > 0 ? `; and ${others.length} more: ${countsByCode(others)}` : '';
  return new AppError('BAD_REQUEST', `No event was accepted. By index: ${reasons.join('; ')}${more}`);
}

/** Returns the number of events per code, such as `500 INVALID_EVENT, 497 BOT`, in the order in which the codes occur. */
function countsByCode(rejected: readonly RejectedEvent[]): string {
  const counts = new Map<RejectionCode, number>();
  for (const { code } of rejected) counts.set(code, (counts.get(code) ?? 0) + 1);
  return Array.from(counts, ([code, count]) => `${count} ${code}`).join(', ');
}

function parse(event: unknown): Rejection | { event: Event } {
  const read = readEvent(event);
  return 'event' in read ? read : reject('INVALID_EVENT', read.message, read.got);
}

/** Rejects an event whose JSON, without blanks, is too large or too deep. */
function tooLarge(event: unknown): Rejection | undefined {
  const { eventBytesMax, eventDepthMax } = eventLimits;
  const bytes = eventBytes(event);
  if (bytes <= eventBytesMax) return undefined;
  const deep = firstTooDeep(event, eventDepthMax);
  if (deep) {
    const rule = `an event must be nested at most ${eventDepthMax} deep: ${shownField(deep.path)} must not be an object or a list`;
    return reject('EVENT_TOO_LARGE', rule, shownValue(deep.value));
  }
  return reject('EVENT_TOO_LARGE', `an event must have at most ${eventBytesMax} bytes`, String(bytes));
}

/** Returns a rejection in the form that the client receives: the message has the allowed and the received value. */
export function shown({ index, code, message, got }: RejectedEvent) {
  return { index, code, message: got === undefined ? message : `${message}, got ${got}` };
}
