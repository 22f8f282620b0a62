/** Kinds of fields that results are made of. */
import { z } from 'zod';

/** How many of something. */
export const count = z.int().min(0);

/** Seconds, percent or the like, to two decimals. */
export const decimal = z.number();

/** From 0 to 100. */
export const percent = z.number().min(0).max(100);

/** UTC, with milliseconds. */
const moment = z.iso.datetime({ precision: 3 });

/** The range used; `end` is exclusive. */
export const period = z.strictObject({ start: moment, end: moment });
