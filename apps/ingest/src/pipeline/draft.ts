/** An event on its way through the steps: what came, what the steps know of it for each other, and what it becomes. */
import type { EnrichedEvent } from '@footfall/schemas';
import { uuidv7 } from 'uuidv7';
import type { Arrival } from './arrival.ts';
import type { Rejection } from './rejection.ts';
import type { DaySalts } from './day-salts.ts';
import type { Site } from '../lookups/sites.ts';

/** The URL of the event's page, taken apart but not changed. */
export interface Page {
  /** Lower-case. */
  hostname: string;
  /** Without `?`; `''` when there is none. */
  query: string;
}

export interface Draft {
  readonly arrival: Arrival;
  /** Becomes the outcome; each step fills in the fields it is named after. */
  readonly event: EnrichedEvent;
  /** The visitor's address, here until the visitor is told; it never becomes part of the event. */
  address: string | undefined;
  /** The visitor's user agent. */
  userAgent: string;
  page: Page | undefined;
  /** The site that the visitor came from; undefined when it is the page's own or unknown. */
  referrer: Site | undefined;
  /** The visitor under the day before's hash, when the event lies just after midnight. */
  previousVisitorId: string | undefined;
}

/** What a step may know beside the event; made once for each batch, since reading salts takes a promise. */
export interface Surroundings {
  readonly salts: DaySalts;
}

/** Fills in its part of the draft, or says why the event is refused. */
export type Step = (draft: Draft, surroundings: Surroundings) => Rejection | undefined;

/** The draft of an arrival before any step: every field there, so that no step can be forgotten unseen. */
export function newDraft(arrival: Arrival): Draft {
  return {
    arrival,
    event: blankEvent(arrival),
    address: undefined,
    userAgent: '',
    page: undefined,
    referrer: undefined,
    previousVisitorId: undefined,
  };
}

function blankEvent({ event, requestIndex, workspaceId, receivedAt }: Arrival): EnrichedEvent {
  return {
    v: 1,
    id: event.id ?? uuidv7(),
    workspaceId,
    type: event.type,
    timestamp: receivedAt,
    receivedAt,
    timestampSource: 'received',
    requestIndex,
    visitorId: '',
    sessionId: '',
    hostname: '',
    path: '',
    title: event.title ?? '',
    source: '',
    utmSource: '',
    utmMedium: '',
    utmCampaign: '',
    utmTerm: '',
    utmContent: '',
    channel: '',
    adPlatform: '',
    browser: '',
    os: '',
    device: 'other',
    country: '',
    city: '',
    scrollDepth: null,
    engagedMs: null,
    continued: false,
    props: event.props ?? {},
  };
}
