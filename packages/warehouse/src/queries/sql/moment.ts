/** Points in time as the query string writes them. */
import { z } from 'zod';
import { dayMs } from './range.ts';

const earliestMs = Date.parse('0000-01-01T00:00:00.000Z');
const latestMs = Date.parse('9999-12-31T23:59:59.999Z');

// Built once: to build a schema takes far longer than to check a text by it.
const date = z.iso.date();
const timestamp = z.iso.datetime({ offset: true, local: true });

const isDate = (text: string) => date.safeParse(text).success;
const isTimestamp = (text: string) => timestamp.safeParse(text).success;
/** A `+` that was not escaped in the query string comes as a space; in front of an offset nothing else can be meant. */
const withPlus = (text: string) => text.replace(/ (\d\d:\d\d)$/, '+$1');
const carriesOffset = (text: string) => /(Z|[+-]\d\d:\d\d)$/.test(text);

/** The moment, when a response can write it with a year of four digits. */
const withinYears = (epochMs: number) => (epochMs >= earliestMs && epochMs <= latestMs ? epochMs : undefined);

function momentOf(text: string, lengthOfDateMs: number): Moment | undefined {
  const epochMs = parse(text, lengthOfDateMs);
  return epochMs === undefined ? undefined : { epochMs, text };
}

function parse(text: string, lengthOfDateMs: number): number | undefined {
  if (isDate(text)) return withinYears(Date.parse(`${text}T00:00:00Z`) + lengthOfDateMs);
  const written = withPlus(text);
  if (!isTimestamp(written)) return undefined;
  return withinYears(Date.parse(carriesOffset(written) ? written : `${written}Z`));
}

/** A point in time, and how it was written. */
export interface Moment {
  epochMs: number;
  text: string;
}

/** A date's midnight or a timestamp, UTC when it carries no offset; undefined for anything else. */
export const parseStart = (text: string) => momentOf(text, 0);

/** The same as an exclusive end: a date stands for its whole day. */
export const parseEnd = (text: string) => momentOf(text, dayMs);
