/** Judges each event of a request: good ones go through the pipeline, whatever is wrong with the others. */
import type { EnrichedEvent, Event } from '@footfall/schemas';
import { AppError } from '@footfall/errors';
import { eventLimits, eventProblem, eventSchema } from '@footfall/schemas';
import type { Arrival, Pipeline } from '../pipeline/arrival.ts';
import { type Rejection, type RejectionCode, reject } from '../pipeline/rejection.ts';
import type { InTurns } from '../admission/turns.ts';

/** The fields of an arrival that are the same for all events of a request. */
export type ArrivalContext = Omit<Arrival, 'event' | 'requestIndex'>;

/** A rejection as the client sees it. */
export interface RejectedEvent {
  /** The event's place in the request, from 0. */
  index: number;
  code: RejectionCode;
  message: string;
}

export interface Verdicts {
  accepted: EnrichedEvent[];
  /** By index. */
  rejected: RejectedEvent[];
}

/** How many reasons are in the message for a request without one good event. */
const reasonsShownMax = 3;

/** Judges `events`, which arrived in a body of `bodyBytes`, in turns. Rejects with UNAVAILABLE if the pipeline does. */
export async function judge(
  events: readonly unknown[],
  bodyBytes: number,
  context: ArrivalContext,
  pipeline: Pipeline,
  inTurns: InTurns,
): Promise<Verdicts> {
  const verdicts: Verdicts = { accepted: [], rejected: [] };
  const arrivals: Arrival[] = [];
  const parsed = await inTurns(events, (event) => tooLarge(event, bodyBytes) ?? parse(event));
  for (const [index, outcome] of parsed.entries()) {
    if ('kind' in outcome) verdicts.rejected.push(asSeen(index, outcome));
    else arrivals.push({ ...context, event: outcome.event, requestIndex: index });
  }
  if (arrivals.length === 0) return verdicts;
  const enriched = await pipeline.enrich(arrivals, inTurns);
  for (const [place, verdict] of enriched.entries()) {
    if (verdict.kind === 'accepted') verdicts.accepted.push(verdict.event);
    else verdicts.rejected.push(asSeen(arrivals[place]?.requestIndex ?? place, verdict));
  }
  verdicts.rejected.sort((a, b) => a.index - b.index);
  return verdicts;
}

/** Returns the BAD_REQUEST for a request without one good event, with the reasons for the first few. */
export function noneAccepted(rejected: readonly RejectedEvent[]): AppError {
  const reasons = rejected.slice(0, reasonsShownMax).map(({ index, code, message }) => `${index}: ${code}, ${message}`);
  const more = rejected.length - reasons.length;
  return new AppError(
    'BAD_REQUEST',
    `No event was accepted. By index: ${reasons.join('; ')}${more > 0 ? `; and ${more} more` : ''}`,
  );
}

function parse(event: unknown): Rejection | { event: Event } {
  const parsed = eventSchema.safeParse(event);
  return parsed.success ? { event: parsed.data } : reject('INVALID_EVENT', eventProblem(parsed.error));
}

/** Rejects an event whose JSON, without blanks, is too large or too deep. In a small body none can be too large. */
function tooLarge(event: unknown, bodyBytes: number): Rejection | undefined {
  const { eventBytesMax, eventDepthMax } = eventLimits;
  if (isDeeperThan(event, eventDepthMax)) {
    return reject('EVENT_TOO_LARGE', `an event is nested at most ${eventDepthMax} deep`);
  }
  if (bodyBytes <= eventBytesMax || Buffer.byteLength(JSON.stringify(event)) <= eventBytesMax) return undefined;
  return reject('EVENT_TOO_LARGE', `an event has at most ${eventBytesMax} bytes`);
}

/** Looks no deeper than `depth`, so that no input can exhaust the stack. */
function isDeeperThan(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (depth === 0) return true;
  for (const inner of Object.values(value)) {
    if (isDeeperThan(inner, depth - 1)) return true;
  }
  return false;
}

function asSeen(index: number, { code, message }: Rejection): RejectedEvent {
  return { index, code, message };
}
