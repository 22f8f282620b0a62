/** An event in the pipeline: its arrival, the findings of steps for later ones, and the enriched event. */
import { blankEvent, type EnrichedEvent } from '@footfall/schemas';
import type { Arrival } from './arrival.ts';
import type { Rejection } from './rejection.ts';
import type { DaySalts } from './day-salts.ts';
import { newEventId } from './event-id.ts';
import type { Site } from '../lookups/sites.ts';

/** The parts of the URL of the event's page, unchanged. */
interface Page {
  /** Lower-case. */
  hostname: string;
  /** Without `?`; `''` if there is none. */
  query: string;
}

export interface Draft {
  readonly arrival: Arrival;
  /** The outcome; each step fills in the fields that it is named after. */
  readonly event: EnrichedEvent;
  /** The visitor's address, until the visitor ID is computed; it never becomes part of the event. */
  address: string | undefined;
  /** The visitor's user agent. */
  userAgent: string;
  page: Page | undefined;
  /** The site that the visitor came from; undefined if it is the same as the page's or unknown. */
  referrer: Site | undefined;
  /** The visitor under the hash of the day before, if the event is just after midnight. */
  previousVisitorId: string | undefined;
}

/** Fills in its part of the draft, or returns the reason why the event is rejected. The salts are those of the batch, because they are read asynchronously. */
export type Step = (draft: Draft, saltFor: DaySalts) => Rejection | undefined;

/** Returns the draft of an arrival before any step. Every field is present, so that a missing step is noticed. */
export function newDraft(arrival: Arrival): Draft {
  return {
    arrival,
    event: eventOf(arrival),
    address: undefined,
    userAgent: '',
    page: undefined,
    referrer: undefined,
    previousVisitorId: undefined,
  };
}

function eventOf({ event, requestIndex, request: { workspaceId, receivedAt } }: Arrival): EnrichedEvent {
  return {
    ...blankEvent(),
    id: event.id ?? newEventId(),
    workspaceId,
    type: event.type,
    timestamp: receivedAt,
    receivedAt,
    requestIndex,
    derived: event.visitorId === undefined && event.sessionId === undefined,
    title: event.title ?? '',
    props: event.props ?? {},
  };
}
