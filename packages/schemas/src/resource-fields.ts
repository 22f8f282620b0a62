/** The fields that several resources of the admin API have in common. */
import { z } from 'zod';
import { isoTimeCheck } from './iso-time.ts';
import { firstUnprintable } from './printable.ts';
import { must, type SchemaError } from './shown.ts';

const expiryError = must('must be a time such as 2027-01-01T00:00:00Z, or null');
const isTime = isoTimeCheck();
const nameCharsMax = 200;
const nameError = must(`must have 1 to ${nameCharsMax} characters`);

/** Returns a schema for a printable text: validated as it was sent, then trimmed. */
const printable = (error: SchemaError) =>
  z
    .string(error)
    .refine((name) => firstUnprintable(name) === undefined, {
      error: ({ input }) => `must contain printable characters only, got ${firstUnprintable(String(input))}`,
      abort: true,
    })
    .trim()
    .max(nameCharsMax, error);

/** A name as it is sent, or a text as short as one. */
export const nameInput = printable(nameError).min(1, nameError);
/** The name of a key or a share, as it is sent. */
export const purposeInput = printable(must(`must have at most ${nameCharsMax} characters`))
  .nullish()
  .describe('Name that shows the purpose.');

/** The expiry of a key or a share; null if it does not expire. Seconds can be omitted. */
export const expiry = z
  .string(expiryError)
  .refine(isTime, expiryError)
  .meta({ format: 'date-time' })
  .nullable()
  .optional()
  .describe('When it expires. Default: never.');

/** `ws_` and 16 or more of `[0-9a-z]`. */
export const workspaceIdPattern = /^ws_[0-9a-z]{16,}$/;

/** A field that confirms success. Not a literal: generators for typed languages turn a boolean of one value into a text, and their clients refuse every response. */
export const always = z.boolean().describe('Always true.');
export const workspaceId = z.string().regex(workspaceIdPattern).describe('ID of the workspace.');
export const purpose = z.string().describe('Name that shows the purpose; empty if not set.');
export const hasPassword = z.boolean().describe('Whether it has a password.');
export const createdAt = z.iso.datetime().describe('When it was created.');
export const expiresAt = z.iso.datetime().describe('When it expires.');
export const expiresAtOrNull = z.iso.datetime().nullable().describe('When it expires; null if it does not.');
