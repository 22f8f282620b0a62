/** Validates and hashes a new password. */
import { hashPassword, isCommonPassword } from '@footfall/auth';
import { AppError } from '@footfall/errors';
import { newPassword } from '@footfall/schemas';

/** Returns the hash to store; undefined without a password. Rejects with BAD_REQUEST if it is too short or too common. */
export async function acceptPassword(password: string | undefined): Promise<string | undefined> {
  if (password === undefined) return undefined;
  const problem = newPassword.safeParse(password).error?.issues[0]?.message;
  if (problem !== undefined) throw new AppError('BAD_REQUEST', `password ${problem}`);
  if (await isCommonPassword(password)) {
    throw new AppError('BAD_REQUEST', 'password must not be one of the 10,000 most common passwords');
  }
  return hashPassword(password);
}
