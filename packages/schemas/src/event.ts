/** The event as a client sends it. */
import { z } from 'zod';
import { propLimits, propsSchema } from './props.ts';
import { shownField, shownName, shownValue } from './shown.ts';

/** Event types that the tracker sends automatically; `auto: true` in the events breakdown. Any other `$` type is rejected. */
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

/** Types that describe an action on a page, so `url` is required. */
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
export const eventTypeRule = `must not start with $, unless it is one of ${automaticTypes.join(', ')}`;
/** Returns true for a custom type or one of the automatic ones. */
export const isEventType = (type: string) => !type.startsWith('$') || automatic.has(type);

/** Returns a schema for a string. Lone surrogates are replaced, so that one cannot fail the whole batch. */
function text(charsMin: number, charsMax: number) {
  const error =
    charsMin === 0
      ? `must be a string of up to ${charsMax} characters`
      : `must be a string of ${charsMin} to ${charsMax} characters`;
  // A single function, because zod is several times slower for a string with checks and a transform.
  return z.transform((value: unknown, context) => {
    if (typeof value === 'string' && value.length >= charsMin && value.length <= charsMax) return value.toWellFormed();
    context.issues.push({ code: 'custom', message: error, input: value });
    return '';
  });
}

function numberUpTo(max: number) {
  const error = `must be a number from 0 to ${max}`;
  return z.number({ error }).min(0, { error }).max(max, { error });
}

const timestampError = 'must be an ISO 8601 time or epoch milliseconds';

const fields = z.strictObject({
  type: text(1, eventLimits.typeCharsMax).refine(isEventType, { error: eventTypeRule }),
  id: z.guid({ error: 'must be a UUID' }).toLowerCase().optional(),
  timestamp: z
    .union([z.string().max(eventLimits.timestampCharsMax, { error: timestampError }), z.number()], {
      error: timestampError,
    })
    .optional(),
  visitorId: text(1, eventLimits.idCharsMax).optional(),
  sessionId: text(1, eventLimits.idCharsMax).optional(),
  url: text(1, eventLimits.urlCharsMax).optional(),
  title: text(0, eventLimits.titleCharsMax).optional(),
  /** Unusable referrers are dropped by the pipeline, not rejected here. */
  referrer: z.unknown().optional(),
  scrollDepth: numberUpTo(100).optional(),
  engagedSeconds: numberUpTo(eventLimits.engagedSecondsMax).optional(),
  continued: z.boolean({ error: 'must be true or false' }).optional(),
  props: propsSchema.optional(),
  userAgent: text(0, eventLimits.userAgentCharsMax).optional(),
  ip: text(0, eventLimits.ipCharsMax).optional(),
});

const optionalFields: ReadonlySet<string> = new Set(
  Object.entries(fields.shape).flatMap(([name, field]) => (field.safeParse(undefined).success ? [name] : [])),
);

/**
 * One event of `POST /api/v1/events`. Unknown fields are rejected by name, and null in an optional field means absent. The key decides
 * whether `userAgent`, `ip` and a `timestamp` are allowed, and the type whether `url` is required; the pipeline checks both.
 */
export const eventSchema = z.preprocess(withoutNulls, fields);

/** An event as parsed from a request. */
export type Event = z.output<typeof eventSchema>;

const fieldNames = Object.keys(fields.shape).join(', ');

/** A problem that makes an event invalid. */
export interface EventProblem {
  /** The allowed values, with the name of the field and no other part of the event. */
  message: string;
  /** The value that was sent, as shown in a message; undefined if the message needs none. */
  got: string | undefined;
}

/** Parses one event of a request. */
export function readEvent(value: unknown): { event: Event } | EventProblem {
  const parsed = eventSchema.safeParse(value);
  if (parsed.success) return { event: parsed.data };
  // Parsed again with the input in the issues, which is three times slower in zod.
  return problemOf(eventSchema.safeParse(value, { reportInput: true }).error ?? parsed.error);
}

function problemOf(error: z.ZodError): EventProblem {
  const issue = error.issues[0];
  if (issue?.code === 'unrecognized_keys') {
    const name = shownName(issue.keys[0] ?? '');
    return { message: `${name} is not a field of an event; the fields are ${fieldNames}`, got: undefined };
  }
  const got = shownValue(issue?.input);
  const path = (issue?.path ?? []).map(String);
  if (path.length === 0) return { message: 'an event must be an object', got };
  return { message: `${shownField(path)} ${issue?.message}`, got };
}

/** Copies an event only if it contains a null. */
function withoutNulls(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !Object.values(value).includes(null)) return value;
  return Object.fromEntries(
    Object.entries(value).filter(([name, field]) => field !== null || !optionalFields.has(name)),
  );
}
