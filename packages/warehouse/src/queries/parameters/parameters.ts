/** The parameters of the query string, each with its allowed values and its parser. An omitted parameter stays undefined. */
import { canonicalTimezone, choiceOf, dayMs, eventLimits, hourMs, minuteMs, shownValue } from '@footfall/schemas';
import { z } from 'zod';
import { comparisons } from '../time/compared-range.ts';
import { granularities } from '../time/time-buckets.ts';
import { parseEnd, parseStart } from './moment.ts';

export const limitMax = 1000;
const daysMax = 365;

const momentForm = 'a date (2026-03-01) or a timestamp (2026-03-01T10:00:00Z, or with an offset)';

/** Returns the message about an invalid parameter: the rule, and the received value. */
export function refusalOf(name: string, allowed: string, sent: unknown): string {
  const isSeveral = Array.isArray(sent) && sent.length > 1;
  return `${name} must be ${allowed}, got ${isSeveral ? 'several values' : shownValue(sent)}`;
}

/** A parameter that is one text; `parse` returns undefined for a text that is not `allowed`. */
export function parameter<Value>(name: string, allowed: string, parse: (text: string) => Value | undefined) {
  const refusal = ({ input }: { input?: unknown }) => refusalOf(name, allowed, input);
  return z.string({ error: refusal }).transform((text, context) => {
    const value = parse(text);
    if (value !== undefined) return value;
    context.addIssue({ code: 'custom', message: refusal({ input: text }) });
    return z.NEVER;
  });
}

/** A parameter that is one of `names`. */
export function choiceParam<const Name extends string>(
  name: string,
  names: readonly Name[],
  meta: { description: string; default?: Name },
) {
  return parameter(name, choiceOf(names), (text) => names.find((one) => one === text))
    .optional()
    .meta({ ...meta, type: 'string', enum: [...names] });
}

/** A parameter that is given `timesMin` to `timesMax` times, as `rule` says. */
export function textsParam(rule: string, timesMin: number, timesMax: number) {
  return z
    .union([z.string(), z.array(z.string())], { error: ({ input }) => `${rule}, got ${shownValue(input)}` })
    .transform((given, context) => {
      const texts = [given].flat();
      if (texts.length >= timesMin && texts.length <= timesMax) return texts;
      context.addIssue({ code: 'custom', message: `${rule}, got ${texts.length}` });
      return z.NEVER;
    });
}

/** A parameter that is a text of any characters. */
const textParam = (name: string, allowed: string, charsMax: number) =>
  parameter(name, `${allowed} of 1 to ${charsMax} characters`, (text) =>
    text.length > 0 && text.length <= charsMax ? text.toWellFormed() : undefined,
  );

/** The JSON schema of such a parameter. */
const textOf = (charsMax: number) => ({ type: 'string', minLength: 1, maxLength: charsMax }) as const;

/** A parameter that is an integer, written in plain digits. */
const integerParam = (
  name: string,
  [minimum, maximum]: readonly [number, number],
  meta: { description: string; default?: number },
) =>
  parameter(name, `an integer from ${minimum} to ${maximum}`, (text) => {
    const value = /^(0|[1-9]\d{0,8})$/.test(text) ? Number(text) : NaN;
    return value >= minimum && value <= maximum ? value : undefined;
  })
    .optional()
    .meta({ ...meta, type: 'integer', minimum, maximum });

/** Without an example, because Swagger UI would send it with every request. */
const momentSchema = {
  type: 'string',
  anyOf: [
    { type: 'string', format: 'date' },
    { type: 'string', format: 'date-time' },
    // Without seconds, or without an offset.
    { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(:\\d\\d(\\.\\d+)?)?(Z|[+-]\\d\\d:\\d\\d)?$' },
  ],
} as const;

/** Start of the range, inclusive. */
const start = parameter('start', momentForm, parseStart)
  .optional()
  .meta({
    description:
      'Start of the date range: a date or a timestamp, in the time zone of `timezone` unless it contains an offset. Default: 30 days ago.',
    ...momentSchema,
  });

/** End of the range, exclusive. */
const end = parameter('end', momentForm, parseEnd)
  .optional()
  .meta({
    description: 'End of the date range: a timestamp (exclusive) or a date (that whole day is included). Default: now.',
    ...momentSchema,
  });

const timezone = parameter(
  'timezone',
  'the name of a time zone in the IANA database, such as Europe/Berlin',
  canonicalTimezone,
)
  .optional()
  .meta({
    description:
      'Name of a time zone, such as Europe/Berlin. It applies to `start` and `end` without an offset, and to the buckets of a series. Default: UTC.',
    type: 'string',
    minLength: 1,
  });

export const rangeParams = { start, end, timezone };

/** The parameter for the most entries that a list has; `defaultLimit` is what the query uses if it is omitted. */
export function limitParam(defaultLimit: number, max = limitMax) {
  return integerParam('limit', [1, max], {
    description: 'Maximum number of entries in each list.',
    default: defaultLimit,
  });
}

const offsetMax = 1_000_000;
export const offsetParam = integerParam('offset', [0, offsetMax], {
  description: 'Number of entries to skip.',
  default: 0,
});

const searchCharsMax = 200;
export const searchParam = textParam('search', 'a text', searchCharsMax)
  .optional()
  .meta({ description: 'Only values that contain this text; case-insensitive.', ...textOf(searchCharsMax) });

export const daysParam = integerParam('days', [1, daysMax], {
  description: 'Number of days to look back, instead of `start` and `end`. Default: 30 if neither is set.',
});

const minutesMax = 30;
export const minutesParam = integerParam('minutes', [1, minutesMax], {
  description:
    'Number of minutes to look back. If set, the response also lists each minute and the last events. Default: 5.',
});

export const goalParam = parameter('goal', 'the ID of a goal of the workspace', (text) => text)
  .optional()
  .meta({ description: 'ID of the goal that conversions are counted for.', type: 'string' });

const typeCharsMax = eventLimits.typeCharsMax;
export const typeParam = textParam('type', 'a type of event,', typeCharsMax).meta({
  description: 'Type of the events.',
  ...textOf(typeCharsMax),
});

const propertyCharsMax = eventLimits.propKeyCharsMax;
export const propertyParam = textParam('name', 'the name of a property,', propertyCharsMax)
  .optional()
  .meta({
    description: 'Name of a property; its values are listed instead of the names.',
    ...textOf(propertyCharsMax),
  });

const withinMsMax = 90 * dayMs;
const unitsMs: Readonly<Record<string, number>> = { m: minuteMs, h: hourMs, d: dayMs };

/** Milliseconds. */
export const withinParam = parameter(
  'within',
  'a time from 1m to 90d, in minutes, hours or days (30m, 24h, 7d)',
  (text) => {
    const [, digits = '', unit = ''] = /^([1-9]\d{0,5})([mhd])$/.exec(text) ?? [];
    const ms = Number(digits) * (unitsMs[unit] ?? 0);
    return ms > 0 && ms <= withinMsMax ? ms : undefined;
  },
)
  .optional()
  .meta({
    description:
      'Time limit from the first step to the last: minutes, hours or days (30m, 24h, 7d), at most 90 days. Default: all steps in one session.',
    type: 'string',
    pattern: '^[1-9][0-9]{0,5}[mhd]$',
  });

export const granularityParam = choiceParam('granularity', granularities, {
  description: 'Width of a bucket. Default: day.',
  default: 'day',
});

export const compareParam = choiceParam('compare', comparisons, {
  description:
    'Adds the same figures for an earlier range. `previous` is the same number of days before: for October, 31 August to 30 September. To compare two calendar months, make two requests. `year` is the same dates a year earlier. If the range has not ended, breakdown and goals compare only the corresponding part.',
});

/** Names separated by commas. `readMetricNames` checks them, because other parameters can decide which are allowed. */
export function metricsParam(names: readonly string[], description: string) {
  return parameter('metrics', 'names separated by commas', (text) => text.split(','))
    .optional()
    .meta({
      description,
      type: 'array',
      items: { type: 'string', enum: [...names] },
      param: { style: 'form', explode: false },
    });
}
