/** The parameters of the query string: what each takes, read from its text. What is omitted stays undefined. */
import { z } from 'zod';
import { parseEnd, parseStart } from './moment.ts';

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

/** Start of the range, epoch milliseconds, inclusive. */
const start = parameter(`start takes ${momentForm}`, parseStart).optional().meta({
  description: 'Start of the date range: a date or a timestamp, UTC unless it carries an offset. Default: 30 days ago.',
  type: 'string',
  example: '2026-03-01',
});

/** End of the range, epoch milliseconds, exclusive. */
const end = parameter(`end takes ${momentForm}`, parseEnd).optional().meta({
  description:
    'End of the date range: a timestamp, itself excluded, or a date, whose whole day is included. Default: now.',
  type: 'string',
  example: '2026-03-31',
});

/** `start` and `end`, as epoch milliseconds, the end exclusive. */
export const rangeParams = { start, end };

/** At most how many entries a list has; `defaultLimit` is what the query uses when it is omitted. */
export function limitParam(defaultLimit: number) {
  return parameter(`limit takes a whole number from 1 to ${limitMax}, once`, wholeNumber(1, limitMax)).optional().meta({
    description: 'At most how many entries each list of the result has.',
    type: 'integer',
    minimum: 1,
    maximum: limitMax,
    default: defaultLimit,
  });
}

export const daysParam = parameter(`days takes a whole number from 1 to ${daysMax}, once`, wholeNumber(1, daysMax))
  .optional()
  .meta({
    description: 'How many days to look back.',
    type: 'integer',
    minimum: 1,
    maximum: daysMax,
    default: 30,
  });

export const granularities = ['hour', 'day', 'week'] as const;
export type Granularity = (typeof granularities)[number];

export const granularityParam = z
  .enum(granularities, { error: `granularity takes one of ${granularities.join(', ')}, once` })
  .optional()
  .meta({ description: 'Width of a bucket. Default: day.', default: 'day' });
