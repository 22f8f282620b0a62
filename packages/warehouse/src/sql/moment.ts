/** Points in time as the query string writes them. */
import { z } from 'zod';
import { dayMs } from './range.ts';

const earliestMs = Date.parse('0000-01-01T00:00:00.000Z');
const latestMs = Date.parse('9999-12-31T23:59:59.999Z');

const isDate = (text: string) => z.iso.date().safeParse(text).success;
const isTimestamp = (text: string) => z.iso.datetime({ offset: true, local: true }).safeParse(text).success;
/** A `+` that was not escaped in the query string comes as a space; in front of an offset nothing else can be meant. */
const withPlus = (text: string) => text.replace(/ (\d\d:\d\d)$/, '+$1');
const carriesOffset = (timestamp: string) => /(Z|[+-]\d\d:\d\d)$/.test(timestamp);

/** The moment, when a response can write it with a year of four digits. */
const withinYears = (epochMs: number) => (epochMs >= earliestMs && epochMs <= latestMs ? epochMs : undefined);

function parse(text: string, lengthOfDateMs: number): number | undefined {
  if (isDate(text)) return withinYears(Date.parse(`${text}T00:00:00Z`) + lengthOfDateMs);
  const timestamp = withPlus(text);
  if (!isTimestamp(timestamp)) return undefined;
  return withinYears(Date.parse(carriesOffset(timestamp) ? timestamp : `${timestamp}Z`));
}

/** Epoch milliseconds of a date's midnight or of a timestamp, UTC when it carries no offset; undefined for anything else. */
export const parseStart = (text: string) => parse(text, 0);

/** The same as an exclusive end: a date stands for its whole day. */
export const parseEnd = (text: string) => parse(text, dayMs);
