/** The event as it lies on the bus: everything a row needs, nothing that would have to be looked up again. */
import { z } from 'zod';
import { propsSchema } from './props.ts';

/** 64 bits as 16 hex digits. */
const hash64 = z.string().regex(/^[0-9a-f]{16}$/);
/** The last millisecond of 2299, the last that is stored. */
export const epochMsMax = 10_413_791_999_999;
/** Half of a surrogate pair has no UTF-8: one would fail the insert of its whole batch, for ever. */
const text = z.string().refine((value) => value.isWellFormed(), 'has half of a surrogate pair');
const epochMs = z.int().min(0).max(epochMsMax);
/** The index is stored in 16 bits; a request has far fewer events. */
export const requestIndexMax = 65_535;

export const devices = ['desktop', 'mobile', 'tablet', 'tv', 'console', 'wearable', 'other'] as const;
export type Device = (typeof devices)[number];

/** Where an event's timestamp came from: as sent, moved by the clock correction, or the time it was received. */
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
  /** Whether both were derived, so that neither occurs again after its day: no client named them. */
  derived: z.boolean(),
  /** `""` when the event has no url. */
  hostname: text,
  /** In one form, without query and fragment; `""` when the event has no url. */
  path: text,
  /** `""` when none was sent. */
  title: text,
  /** Site name, else host without `www.`, else `Direct`. */
  source: text,
  utmSource: text,
  utmMedium: text,
  utmCampaign: text,
  utmTerm: text,
  utmContent: text,
  channel: text,
  /** `""` without a click id. */
  adPlatform: text,
  browser: text,
  os: text,
  device: z.enum(devices),
  /** ISO 3166-1 alpha-2; `ZZ` when unknown. */
  country: text.length(2),
  /** `""` when unknown. */
  city: text,
  /** Hundredths of a percent, 0 to 10,000. */
  scrollDepth: z.int().min(0).max(10_000).nullable(),
  /** Milliseconds, 0 to 86,400,000. */
  engagedMs: z.int().min(0).max(86_400_000).nullable(),
  continued: z.boolean(),
  props: propsSchema,
});

export type EnrichedEvent = z.output<typeof enrichedEventSchema>;

/** An event's identity, which is its key on the bus: the same event sent twice lies in one partition, in order. */
export function eventKey({ workspaceId, id }: Pick<EnrichedEvent, 'workspaceId' | 'id'>): string {
  return `${workspaceId}:${id}`;
}
