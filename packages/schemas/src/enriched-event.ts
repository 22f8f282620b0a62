/**
 * The event as stored on the bus: everything that a row needs, so that nothing is looked up again. A field is defined
 * here once: its type, its check, its blank value, its position in a record and its column in the events table follow.
 */
import * as kind from './field-kinds.ts';

export const devices = ['desktop', 'mobile', 'tablet', 'tv', 'console', 'wearable', 'other'] as const;
export type Device = (typeof devices)[number];

/** The origin of an event's timestamp: as sent, moved by the clock correction, or the time of arrival. */
export const timestampSources = ['client', 'corrected', 'received'] as const;

/** Records of the bus have the values in this order: a change of the fields is a new version of their form (`event-encoding.ts`). */
export const eventFields = {
  id: kind.uuid,
  workspaceId: kind.filledText,
  type: kind.filledText,
  /** Epoch milliseconds, UTC. */
  timestamp: kind.time,
  /** Epoch milliseconds, UTC. */
  receivedAt: kind.time,
  timestampSource: kind.oneOf(timestampSources, 'received'),
  /** The event's index in its request, from 0. Records of one request are adjacent. */
  requestIndex: kind.index,
  /** 64-bit hash within the workspace, 16 hex digits. */
  visitorId: kind.hash64,
  /** 64-bit hash within the workspace, 16 hex digits. */
  sessionId: kind.hash64,
  /** True if both were derived because no client sent IDs for them, so that neither occurs again after its day. */
  derived: kind.flag,
  /** `""` if the event has no URL. */
  hostname: kind.text,
  /** The canonical path, without query and fragment; `""` if the event has no URL. */
  path: kind.text,
  /** `""` if none was sent. */
  title: kind.text,
  /** The name of the site, otherwise the host without `www.`, otherwise `Direct`. */
  source: kind.text,
  utmSource: kind.text,
  utmMedium: kind.text,
  utmCampaign: kind.text,
  utmTerm: kind.text,
  utmContent: kind.text,
  channel: kind.text,
  /** `""` without a click ID. */
  adPlatform: kind.text,
  browser: kind.text,
  os: kind.text,
  device: kind.oneOf(devices, 'other'),
  /** ISO 3166-1 alpha-2; `ZZ` if unknown. */
  country: kind.countryCode,
  /** `""` if unknown. */
  city: kind.text,
  /** Hundredths of a percent, 0 to 10,000. */
  scrollDepth: kind.share,
  /** Milliseconds, 0 to 86,400,000. */
  engagedMs: kind.duration,
  continued: kind.flag,
  props: kind.props,
};

type Fields = typeof eventFields;
export type EventField = keyof Fields;
export type EnrichedEvent = { [Name in EventField]: Fields[Name]['blank'] };

export const fieldNames = Object.keys(eventFields).filter(isEventField);

export function isEventField(name: string): name is EventField {
  return Object.hasOwn(eventFields, name);
}

// By way of JSON, because no type can say that the entries of an object are mapped one by one.
const blank: EnrichedEvent = JSON.parse(
  JSON.stringify(Object.fromEntries(Object.entries(eventFields).map(([name, field]) => [name, field.blank]))),
);

/** Returns an event before any step of the pipeline. It is not valid until the steps have filled in its visitor and session. */
export function blankEvent(): EnrichedEvent {
  return { ...blank, props: {} };
}

/** Returns an event's identity, which is its key on the bus: an event that is sent twice is in one partition, in order. */
export function eventKey({ workspaceId, id }: Pick<EnrichedEvent, 'workspaceId' | 'id'>): string {
  return `${workspaceId}:${id}`;
}
