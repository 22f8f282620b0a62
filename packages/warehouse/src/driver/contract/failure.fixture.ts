/** The error codes of failed work. For tests only. */
import { AppError } from '@footfall/errors';

/** Returns the code of an AppError; for anything else its text. */
export const codeOf = (thrown: unknown): string => (thrown instanceof AppError ? thrown.code : String(thrown));

/** Resolves with the code of the error that `work` rejects with. */
export const failure = (work: Promise<unknown>): Promise<string> => work.then(() => 'no error', codeOf);
