/** Random traffic as requests to send, and random queries about it. */
import { hourMs, timestampName } from './reference/calendar.ts';
import { isRefused } from './reference/facts.ts';
import { utc } from './reference/zone.ts';
import { coarseEnough, rangeNear } from './traffic/range-near.ts';
import type { Delivery, SentEvent } from './reference/sent.ts';
import type { Params } from './reference/params.ts';
import { arrivalsOf, nextDayArrivals } from './traffic/arrivals.ts';
import { botAgent } from './traffic/known.ts';
import { type Arrival, written } from './traffic/visit-events.ts';
import { type Query, type RequestShape, type Scenario, scenario, type Traffic } from './traffic/visits.ts';

export { type Query, type Scenario, scenario };

/** The second part of the traffic is sent this much later: the first part is then more than 24 hours old. */
export const dayLaterMs = 25 * hourMs;
export const workspacesMax = 3;

/** One request to the ingest server. */
export interface PlannedRequest {
  workspace: number;
  key: 'public' | 'secret';
  /** The `User-Agent` header. */
  agent: string;
  /** The server's clock. */
  receivedAtMs: number;
  body: { events: SentEvent[]; sentAt?: string };
  /** Indexes of events that must be rejected. */
  refused: number[];
  /** The number of times it is sent, at the same time. */
  timesSent: number;
  /** The valid events, in order. */
  deliveries: Delivery[];
}

/** Returns the requests of a scenario, as sent from noon of some day on, and a day later. A workspace has at most one per millisecond, which makes their order known. */
export function requestsOf(run: Traffic, sendingAtMs: number): { first: PlannedRequest[]; dayLater: PlannedRequest[] } {
  const first: PlannedRequest[] = [];
  const dayLater: PlannedRequest[] = [];
  for (let workspace = 0; workspace < workspacesMax; workspace += 1) {
    const arrivals = arrivalsOf(run, workspace, sendingAtMs);
    const laterMs = sendingAtMs + dayLaterMs;
    const repeats = nextDayArrivals(arrivals, run.repeats, sendingAtMs, laterMs);
    first.push(...cut(arrivals, run.requests).map((part, index) => request(workspace, sendingAtMs + index, ...part)));
    dayLater.push(...cut(repeats, run.requests).map((part, index) => request(workspace, laterMs + index, ...part)));
  }
  return { first: first.filter(hasGood), dayLater: dayLater.filter(hasGood) };
}

/** Returns true if the request has a valid event: without one the response would be different. */
function hasGood({ deliveries }: PlannedRequest): boolean {
  return deliveries.length > 0;
}

/** Splits arrivals into parts of at most the shapes' sizes, each with one key and one sender. */
function cut(arrivals: readonly Arrival[], shapes: readonly RequestShape[]): [RequestShape, Arrival[]][] {
  const parts: [RequestShape, Arrival[]][] = [];
  for (const arrival of arrivals) {
    const current = parts.at(-1);
    const previous = current?.[1].at(-1);
    const fits = current && previous && current[1].length < current[0].events && sameSender(arrival, previous);
    if (fits) current[1].push(arrival);
    else parts.push([shapes[parts.length % shapes.length] ?? noShape, [arrival]]);
  }
  return parts;
}

const noShape: RequestShape = { events: 1, skewMs: undefined, sentTwice: false, bad: undefined };

function sameSender(a: Arrival, b: Arrival): boolean {
  return a.key === b.key && (a.key === 'secret' || a.agent === b.agent);
}

function request(
  workspace: number,
  receivedAtMs: number,
  shape: RequestShape,
  arrivals: readonly Arrival[],
): PlannedRequest {
  const { skewMs } = shape;
  const events = arrivals.map((arrival, index) =>
    skewMs === undefined
      ? arrival.event
      : { ...arrival.event, timestamp: written(arrival.clientTimeMs + skewMs, index % 3) },
  );
  const deliveries = arrivals.map((arrival, requestIndex) => ({
    event: events[requestIndex] ?? arrival.event,
    attributes: arrival.attributes,
    key: arrival.key,
    person: arrival.person,
    requestIndex,
    receivedAtMs,
    ...(skewMs === undefined ? {} : { sentAtMs: receivedAtMs + skewMs }),
  }));
  const key = arrivals[0]?.key ?? 'secret';
  const bad = badEvents(shape.bad, key);
  const allHaveIds = events.every((event) => event.id !== undefined);
  return {
    workspace,
    key,
    agent: arrivals[0]?.agent ?? '',
    receivedAtMs,
    body: {
      events: [...events, ...bad],
      ...(skewMs === undefined ? {} : { sentAt: timestampName(receivedAtMs + skewMs) }),
    },
    refused: [
      ...deliveries.filter(isRefused).map(({ requestIndex }) => requestIndex),
      ...bad.map((_, index) => events.length + index),
    ],
    timesSent: shape.sentTwice && allHaveIds ? 2 : 1,
    deliveries: deliveries.filter((delivery) => !isRefused(delivery)),
  };
}

function badEvents(bad: RequestShape['bad'], key: 'public' | 'secret'): SentEvent[] {
  if (bad === undefined) return [];
  if (bad === 'no url') return [{ type: '$pageview' }];
  if (bad === 'bot' && key === 'secret') return [{ type: 'signup', userAgent: botAgent }];
  return [{ type: '$unheard_of' }];
}

/** Returns a query with `start` and `end` near these times; undefined if the rules would reject it. */
export function paramsOf(query: Query, timesMs: readonly number[]): Params | undefined {
  const range = rangeNear(query, timesMs, utc);
  return (
    range && {
      ...range,
      ...(query.granularity === undefined ? {} : { granularity: coarseEnough(query.granularity, range) }),
      ...(query.limit === undefined ? {} : { limit: query.limit }),
    }
  );
}
