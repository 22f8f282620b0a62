/** The event as a client sends it. */
import { z } from 'zod';
import { propLimits, propsSchema } from './props.ts';

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
  ...propLimits,
  userAgentCharsMax: 2048,
  ipCharsMax: 64,
  timestampCharsMax: 64,
  eventBytesMax: 32 * 1024,
  eventDepthMax: 3,
  batchEventsMax: 1000,
  bodyBytesMax: 1024 * 1024,
} as const;

const automatic: ReadonlySet<string> = new Set(automaticTypes);

/** A string whose lone surrogates are replaced, so that one cannot spoil the batch it is written with. */
function text(charsMin: number, charsMax: number) {
  const error =
    charsMin === 0
      ? `takes a string of up to ${charsMax} characters`
      : `takes a string of ${charsMin} to ${charsMax} characters`;
  // One function: as a string with checks and a transform, each field takes zod several times as long.
  return z.transform((value: unknown, context) => {
    if (typeof value === 'string' && value.length >= charsMin && value.length <= charsMax) return value.toWellFormed();
    context.issues.push({ code: 'custom', message: error, input: value });
    return '';
  });
}

function numberUpTo(max: number) {
  const error = `takes a number from 0 to ${max}`;
  return z.number({ error }).min(0, { error }).max(max, { error });
}

const timestampError = 'takes an ISO 8601 time or epoch milliseconds';

/**
 * One event of `POST /api/v1/events`. Unknown fields are refused by name. Whether `userAgent`, `ip` and an old
 * `timestamp` are allowed depends on the key, and whether `url` is needed on the type, which the pipeline checks.
 */
export const eventSchema = z.strictObject({
  type: text(1, eventLimits.typeCharsMax).refine((type) => !type.startsWith('$') || automatic.has(type), {
    error: `starts with $, which is for the automatic types ${automaticTypes.join(', ')}`,
  }),
  id: z.guid({ error: 'takes a UUID' }).toLowerCase().optional(),
  timestamp: z.union([z.string().max(eventLimits.timestampCharsMax), z.number()], { error: timestampError }).optional(),
  visitorId: text(1, eventLimits.idCharsMax).optional(),
  sessionId: text(1, eventLimits.idCharsMax).optional(),
  url: text(1, eventLimits.urlCharsMax).optional(),
  title: text(0, eventLimits.titleCharsMax).optional(),
  /** Unusable referrers are dropped by the pipeline, not refused here. */
  referrer: z.unknown().optional(),
  scrollDepth: numberUpTo(100).optional(),
  engagedSeconds: numberUpTo(eventLimits.engagedSecondsMax).optional(),
  continued: z.boolean({ error: 'takes true or false' }).optional(),
  props: propsSchema.optional(),
  userAgent: text(0, eventLimits.userAgentCharsMax).optional(),
  ip: text(0, eventLimits.ipCharsMax).optional(),
});

/** An event as parsed from a request. */
export type Event = z.output<typeof eventSchema>;

const fieldNames = Object.keys(eventSchema.shape).join(', ');
const shownNameCharsMax = 40;

/** A field's name as a message shows it: quoted, and cut when it is long. */
export function shownName(name: string): string {
  return JSON.stringify(name.slice(0, shownNameCharsMax).toWellFormed());
}

/** What is wrong with an event that `eventSchema` refuses, in one line that names the field. */
export function eventProblem(error: z.ZodError): string {
  const issue = error.issues[0];
  if (!issue) return 'is not an event';
  if (issue.code === 'unrecognized_keys') {
    return `${shownName(issue.keys[0] ?? '')} is not a field of an event; the fields are ${fieldNames}`;
  }
  if (issue.path.length === 0) return 'an event is an object';
  return `${issue.path.map(String).join('.')}: ${issue.message}`;
}
