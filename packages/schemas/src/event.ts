/** The event as a client sends it. */
import { z } from 'zod';

/** Event types the tracker sends by itself; `auto: true` in the events breakdown. Any other `$` type is refused. */
export const automaticTypes = [
  '$pageview',
  '$pageleave',
  '$click',
  '$dead_click',
  '$rage_click',
  '$outbound_link',
  '$file_download',
  '$form_submit',
  '$web_vital',
  '$error',
] as const;

/** Types that describe something on a page, so `url` is required. */
export const typesWithUrl: ReadonlySet<string> = new Set([
  '$pageview',
  '$pageleave',
  '$click',
  '$dead_click',
  '$rage_click',
]);

export const eventLimits = {
  typeCharsMax: 128,
  idCharsMax: 64,
  urlCharsMax: 2048,
  titleCharsMax: 512,
  referrerCharsMax: 2048,
  engagedSecondsMax: 86_400,
  propsMax: 50,
  propKeyCharsMax: 128,
  propValueCharsMax: 1024,
  userAgentCharsMax: 2048,
  eventBytesMax: 32 * 1024,
  eventDepthMax: 3,
  batchEventsMax: 1000,
  bodyBytesMax: 1024 * 1024,
} as const;

const automatic: ReadonlySet<string> = new Set(automaticTypes);
const wellFormed = (text: string) => text.toWellFormed();

const propValue = z.union([
  z.string().max(eventLimits.propValueCharsMax).transform(wellFormed),
  z.number(),
  z.boolean(),
]);

/**
 * One event of `POST /api/v1/events`. Unknown fields are refused by name. Whether `userAgent`, `ip` and an old
 * `timestamp` are allowed depends on the key, which the pipeline checks.
 */
export const eventSchema = z.strictObject({
  type: z
    .string()
    .min(1)
    .max(eventLimits.typeCharsMax)
    .transform(wellFormed)
    .refine((type) => !type.startsWith('$') || automatic.has(type), {
      error: `an automatic type is one of ${automaticTypes.join(', ')}`,
    }),
  id: z.guid().toLowerCase().optional(),
  timestamp: z.union([z.string(), z.number()]).optional(),
  visitorId: z.string().min(1).max(eventLimits.idCharsMax).transform(wellFormed).optional(),
  sessionId: z.string().min(1).max(eventLimits.idCharsMax).transform(wellFormed).optional(),
  url: z.string().min(1).max(eventLimits.urlCharsMax).transform(wellFormed).optional(),
  title: z.string().max(eventLimits.titleCharsMax).transform(wellFormed).optional(),
  /** Unusable referrers are dropped by the pipeline, not refused here. */
  referrer: z.unknown().optional(),
  scrollDepth: z.number().min(0).max(100).optional(),
  engagedSeconds: z.number().min(0).max(eventLimits.engagedSecondsMax).optional(),
  continued: z.boolean().optional(),
  props: z.record(z.string().max(eventLimits.propKeyCharsMax), propValue).optional(),
  userAgent: z.string().max(eventLimits.userAgentCharsMax).optional(),
  ip: z.string().max(64).optional(),
});

/** An event as parsed from a request. */
export type Event = z.output<typeof eventSchema>;
