/** The check of the time at which a new key or share expires. */
import { AppError } from '@footfall/errors';
import { shownValue } from '@footfall/schemas';

/** Throws BAD_REQUEST if `expiresAt` is in the past. */
export function requireFuture(expiresAt: string | null | undefined, nowMs: number): void {
  if (typeof expiresAt !== 'string' || Date.parse(expiresAt) > nowMs) return;
  throw new AppError('BAD_REQUEST', `expiresAt must be in the future, got ${shownValue(expiresAt)}`);
}
