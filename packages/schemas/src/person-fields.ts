/** The fields of a person that requests set: email address, name and password. */
import { z } from 'zod';
import { must, type SchemaError } from './shown.ts';
import { printable } from './workspace.ts';

const personLimits = {
  nameCharsMax: 200,
  emailCharsMax: 254,
  passwordCharsMin: 10,
  /** A longer one would only be more work for the hash. */
  passwordCharsMax: 1_000,
} as const;

const emailError = must('must be an email address such as jo@example.com');
const nameError = must(`must have 1 to ${personLimits.nameCharsMax} characters`);
/** The message never contains the password. */
const passwordError: SchemaError = {
  error: ({ input }) =>
    `must have ${personLimits.passwordCharsMin} to ${personLimits.passwordCharsMax} characters, got ${typeof input === 'string' ? input.length : `a ${typeof input}`}`,
};

export const email = z
  .string(emailError)
  .trim()
  .toLowerCase()
  .max(personLimits.emailCharsMax, emailError)
  .pipe(z.email(emailError));
export const name = printable(nameError).min(1, nameError);
/** A new password. */
export const newPassword = z
  .string(passwordError)
  .min(personLimits.passwordCharsMin, passwordError)
  .max(personLimits.passwordCharsMax, passwordError);
/** A password to be verified: one that is too short is simply wrong. */
export const givenPassword = z.string().max(personLimits.passwordCharsMax, passwordError);
