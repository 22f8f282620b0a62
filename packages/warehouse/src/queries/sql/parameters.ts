/** The parameters of the query string: what each takes, read from its text. What is omitted stays undefined. */
import { z } from 'zod';
import { parseEnd, parseStart } from './moment.ts';
import { comparisons } from './range.ts';

export const limitMax = 1000;
const daysMax = 365;

const momentForm = 'a date (2026-03-01) or a timestamp (2026-03-01T10:00:00Z, or with an offset), once';

/** A parameter that is one text; `parse` gives undefined for what it does not take, and `takes` says what it does. */
function parameter<Value>(takes: string, parse: (text: string) => Value | undefined) {
  return z.string({ error: takes }).transform((text, context) => {
    const value = parse(text);
    if (value !== undefined) return value;
    context.addIssue({ code: 'custom', message: takes });
    return z.NEVER;
  });
}

/** Parses a whole number from `min` to `max`, written in plain digits. */
const wholeNumber = (min: number, max: number) => (text: string) => {
  if (!/^(0|[1-9]\d{0,8})$/.test(text)) return undefined;
  const value = Number(text);
  return value >= min && value <= max ? value : undefined;
};

/** No example: Swagger UI would send it with every request. */
const momentSchema = { type: 'string', anyOf: [{ format: 'date' }, { format: 'date-time' }] } as const;

/** Start of the range, epoch milliseconds, inclusive. */
const start = parameter(`start takes ${momentForm}`, parseStart)
  .optional()
  .meta({
    description:
      'Start of the date range: a date or a timestamp, UTC unless it carries an offset. Default: 30 days ago.',
    ...momentSchema,
  });

/** End of the range, epoch milliseconds, exclusive. */
const end = parameter(`end takes ${momentForm}`, parseEnd)
  .optional()
  .meta({
    description:
      'End of the date range: a timestamp, itself excluded, or a date, whose whole day is included. Default: now.',
    ...momentSchema,
  });

/** `start` and `end`, as epoch milliseconds, the end exclusive. */
export const rangeParams = { start, end };

/** At most how many entries a list has; `defaultLimit` is what the query uses when it is omitted. */
export function limitParam(defaultLimit: number, max = limitMax) {
  return parameter(`limit takes a whole number from 1 to ${max}, once`, wholeNumber(1, max)).optional().meta({
    description: 'At most how many entries each list of the result has.',
    type: 'integer',
    minimum: 1,
    maximum: max,
    default: defaultLimit,
  });
}

const offsetMax = 1_000_000;
export const offsetParam = parameter(
  `offset must be a whole number from 0 to ${offsetMax}, once`,
  wholeNumber(0, offsetMax),
)
  .optional()
  .meta({
    description: 'How many entries are left out before the first.',
    type: 'integer',
    minimum: 0,
    maximum: offsetMax,
    default: 0,
  });

const searchCharsMax = 200;
export const searchParam = parameter(`search must be a text of 1 to ${searchCharsMax} characters, once`, (text) =>
  text.length > 0 && text.length <= searchCharsMax ? text : undefined,
)
  .optional()
  .meta({ description: 'Only values that contain this text, in upper or lower case.', type: 'string' });

export const daysParam = parameter(`days takes a whole number from 1 to ${daysMax}, once`, wholeNumber(1, daysMax))
  .optional()
  .meta({
    description: 'How many days to look back, in place of `start` and `end`. Default: 30, if they are not given.',
    type: 'integer',
    minimum: 1,
    maximum: daysMax,
  });

const minutesMax = 30;
export const minutesParam = parameter(
  `minutes must be a whole number from 1 to ${minutesMax}, once`,
  wholeNumber(1, minutesMax),
)
  .optional()
  .meta({
    description:
      'How many minutes to look back; if given, each minute and the last events are listed, too. Default: 5.',
    type: 'integer',
    minimum: 1,
    maximum: minutesMax,
  });

export const granularities = ['hour', 'day', 'week', 'month'] as const;
export type Granularity = (typeof granularities)[number];

export const granularityParam = z
  .enum(granularities, { error: `granularity takes one of ${granularities.join(', ')}, once` })
  .optional()
  .meta({ description: 'Width of a bucket. Default: day.', default: 'day' });

export const compareParam = z
  .enum(comparisons, { error: `compare must be one of ${comparisons.join(', ')}, once` })
  .optional()
  .meta({
    description:
      'Adds the same figures of the range before (`previous`), or of the same dates a year earlier (`year`). A breakdown takes no more of that than has passed of the range.',
  });

/** Names from a list, separated by commas, each once. */
export function namesParam<const Name extends string>(name: string, allowed: readonly Name[], description: string) {
  const isAllowed = (text: string): text is Name => allowed.some((one) => one === text);
  return parameter<Name[]>(`${name} must be one or more of ${allowed.join(', ')}, separated by commas`, (text) => {
    const names = text.split(',').filter(isAllowed);
    return names.length === text.split(',').length && new Set(names).size === names.length ? names : undefined;
  })
    .optional()
    .meta({
      description,
      type: 'array',
      items: { type: 'string', enum: [...allowed] },
      param: { style: 'form', explode: false },
    });
}
