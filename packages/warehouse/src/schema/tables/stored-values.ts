/** Values of the tables of keys and people that stand for something else: for never, and for none. */
import { z } from 'zod';

export const time = "DateTime64(3, 'UTC')";

/** The latest time that a table can hold stands for never. */
const neverMs = Date.UTC(2299, 11, 31);

/** Epoch milliseconds that a table can hold; null is never. */
export const bounded = (epochMs: number | null) => Math.min(Math.max(epochMs ?? neverMs, 0), neverMs);

/** An end as it is stored; null is never. */
export const storedEnd = z.number().transform((epochMs) => (epochMs >= neverMs ? null : epochMs));

/** A use as it is stored; null is never. */
export const storedUse = z.number().transform((epochMs) => (epochMs === 0 ? null : epochMs));

export const isoOrNull = (epochMs: number | null) => (epochMs === null ? null : new Date(epochMs).toISOString());

/** Empty for null. */
export const optionalText = z.string().transform((text) => (text === '' ? null : text));
