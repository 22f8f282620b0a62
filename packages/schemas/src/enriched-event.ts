/** The event as stored on the bus: everything that a row needs, so that nothing has to be looked up again. */
import { z } from 'zod';
import { propsSchema } from './props.ts';

/** 64 bits as 16 hex digits. */
const hash64 = z.string().regex(/^[0-9a-f]{16}$/);
/** The last millisecond of 2299, the latest that can be stored. */
export const epochMsMax = 10_413_791_999_999;
/** A lone surrogate has no UTF-8: one would fail the insert of its whole batch, forever. */
const text = z.string().refine((value) => value.isWellFormed(), 'has half of a surrogate pair');
const epochMs = z.int().min(0).max(epochMsMax);
/** The index is stored in 16 bits; a request has far fewer events. */
export const requestIndexMax = 65_535;

export const devices = ['desktop', 'mobile', 'tablet', 'tv', 'console', 'wearable', 'other'] as const;
export type Device = (typeof devices)[number];

/** The origin of an event's timestamp: as sent, moved by the clock correction, or the time of arrival. */
export const timestampSources = ['client', 'corrected', 'received'] as const;

export const enrichedEventSchema = z.strictObject({
  /** Version of this message's form. */
  v: z.literal(1),
  id: z.guid(),
  workspaceId: text.min(1),
  type: text.min(1),
  /** Epoch milliseconds, UTC. */
  timestamp: epochMs,
  /** Epoch milliseconds, UTC. */
  receivedAt: epochMs,
  timestampSource: z.enum(timestampSources),
  /** The event's index in its request, from 0. */
  requestIndex: z.int().min(0).max(requestIndexMax),
  /** 64-bit hash within the workspace, 16 hex digits. */
  visitorId: hash64,
  /** 64-bit hash within the workspace, 16 hex digits. */
  sessionId: hash64,
  /** True if both were derived because no client named them, so that neither occurs again after its day. */
  derived: z.boolean(),
  /** `""` if the event has no URL. */
  hostname: text,
  /** The canonical path, without query and fragment; `""` if the event has no URL. */
  path: text,
  /** `""` if none was sent. */
  title: text,
  /** The name of the site, otherwise the host without `www.`, otherwise `Direct`. */
  source: text,
  utmSource: text,
  utmMedium: text,
  utmCampaign: text,
  utmTerm: text,
  utmContent: text,
  channel: text,
  /** `""` without a click ID. */
  adPlatform: text,
  browser: text,
  os: text,
  device: z.enum(devices),
  /** ISO 3166-1 alpha-2; `ZZ` if unknown. */
  country: text.length(2),
  /** `""` if unknown. */
  city: text,
  /** Hundredths of a percent, 0 to 10,000. */
  scrollDepth: z.int().min(0).max(10_000).nullable(),
  /** Milliseconds, 0 to 86,400,000. */
  engagedMs: z.int().min(0).max(86_400_000).nullable(),
  continued: z.boolean(),
  props: propsSchema,
});

export type EnrichedEvent = z.output<typeof enrichedEventSchema>;

/** Returns an event's identity, which is its key on the bus: an event that is sent twice is in one partition, in order. */
export function eventKey({ workspaceId, id }: Pick<EnrichedEvent, 'workspaceId' | 'id'>): string {
  return `${workspaceId}:${id}`;
}
