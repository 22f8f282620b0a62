/** The fields of a person that requests set: email address and password. */
import { z } from 'zod';
import { must, type SchemaError } from './shown.ts';

const personLimits = {
  emailCharsMax: 254,
  passwordCharsMin: 10,
  /** The longest password: a longer one would only slow down hashing. */
  passwordCharsMax: 1_000,
} as const;

const emailError = must('must be an email address such as jo@example.com');
/** The message never contains the password. */
const passwordError = (rule: string): SchemaError => ({
  error: ({ input }) => `must have ${rule} characters, got ${typeof input === 'string' ? input.length : 'no text'}`,
});
const newPasswordError = passwordError(`${personLimits.passwordCharsMin} to ${personLimits.passwordCharsMax}`);
const givenPasswordError = passwordError(`at most ${personLimits.passwordCharsMax}`);

export const email = z
  .string(emailError)
  .trim()
  .toLowerCase()
  .max(personLimits.emailCharsMax, emailError)
  .pipe(z.email(emailError));
/** A new password. */
export const newPassword = z
  .string(newPasswordError)
  .min(personLimits.passwordCharsMin, newPasswordError)
  .max(personLimits.passwordCharsMax, newPasswordError);
/** A password to be verified: one that is too short is wrong anyway. */
export const givenPassword = z.string(givenPasswordError).max(personLimits.passwordCharsMax, givenPasswordError);
