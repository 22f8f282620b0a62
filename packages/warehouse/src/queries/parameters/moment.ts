/** Points in time as the query string writes them. */
import { dayMs, isoTimeCheck } from '@footfall/schemas';
import { z } from 'zod';

// Built once, because building a schema takes far longer than checking a text.
const date = z.iso.date();
const isTimestamp = isoTimeCheck({ isLocal: true });

const isDate = (text: string) => date.safeParse(text).success;
/** A `+` that was not escaped in the query string arrives as a space; before an offset it is unambiguous. */
const withPlus = (text: string) => text.replace(/ (\d\d:\d\d)$/, '+$1');
const hasOffset = (text: string) => /(Z|[+-]\d\d:\d\d)$/.test(text);

function momentOf(text: string, lengthOfDateMs: number): Moment | undefined {
  if (isDate(text)) return { epochMs: Date.parse(`${text}T00:00:00Z`) + lengthOfDateMs, text, isLocal: true };
  const written = withPlus(text);
  if (!isTimestamp(written)) return undefined;
  const isLocal = !hasOffset(written);
  return { epochMs: Date.parse(isLocal ? `${written}Z` : written), text, isLocal };
}

/** A point in time, and how it was written. */
export interface Moment {
  /** The moment in epoch milliseconds; a local one is read as UTC. */
  epochMs: number;
  text: string;
  /** True if it was written without an offset: it is in the time zone of the request. */
  isLocal: boolean;
}

/** The midnight that begins a date, or a timestamp; undefined for anything else. */
export const parseStart = (text: string) => momentOf(text, 0);

/** The same as an exclusive end: a date stands for its whole day. */
export const parseEnd = (text: string) => momentOf(text, dayMs);
