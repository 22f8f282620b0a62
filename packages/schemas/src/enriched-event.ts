/** The event as it lies on the bus: everything a row needs, nothing that would have to be looked up again. */
import { z } from 'zod';
import { propsSchema } from './props.ts';

/** 64 bits as 16 hex digits. */
const hash64 = z.string().regex(/^[0-9a-f]{16}$/);
/** The last millisecond of 2299, the last that is stored. */
export const epochMsMax = 10_413_791_999_999;
const epochMs = z.int().min(0).max(epochMsMax);

export const devices = ['desktop', 'mobile', 'tablet', 'tv', 'console', 'wearable', 'other'] as const;
export type Device = (typeof devices)[number];

/** Where an event's timestamp came from: as sent, moved by the clock correction, or the time it was received. */
export const timestampSources = ['client', 'corrected', 'received'] as const;

export const enrichedEventSchema = z.strictObject({
  /** Version of this message's form. */
  v: z.literal(1),
  id: z.guid(),
  workspaceId: z.string().min(1),
  type: z.string().min(1),
  /** Epoch milliseconds, UTC. */
  timestamp: epochMs,
  /** Epoch milliseconds, UTC. */
  receivedAt: epochMs,
  timestampSource: z.enum(timestampSources),
  /** 64-bit hash within the workspace, 16 hex digits. */
  visitorId: hash64,
  /** 64-bit hash within the workspace, 16 hex digits. */
  sessionId: hash64,
  /** `""` when the event has no url. */
  hostname: z.string(),
  /** As sent, without query and fragment; `""` when the event has no url. */
  path: z.string(),
  /** `""` when none was sent. */
  title: z.string(),
  /** Site name, else host without `www.`, else `Direct`. */
  source: z.string(),
  utmSource: z.string(),
  utmMedium: z.string(),
  utmCampaign: z.string(),
  utmTerm: z.string(),
  utmContent: z.string(),
  channel: z.string(),
  /** `""` without a click id. */
  adPlatform: z.string(),
  browser: z.string(),
  os: z.string(),
  device: z.enum(devices),
  /** ISO 3166-1 alpha-2; `ZZ` when unknown. */
  country: z.string().length(2),
  /** `""` when unknown. */
  city: z.string(),
  /** Hundredths of a percent, 0 to 10,000. */
  scrollDepth: z.int().min(0).max(10_000).nullable(),
  /** Milliseconds, 0 to 86,400,000. */
  engagedMs: z.int().min(0).max(86_400_000).nullable(),
  continued: z.boolean(),
  props: propsSchema,
});

export type EnrichedEvent = z.output<typeof enrichedEventSchema>;
