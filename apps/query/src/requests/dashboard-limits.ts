/** Limits against floods from callers without a key: people with a session, and visitors of a share. Their requests do not count against a plan. */
import type { Allowance } from '@footfall/state';

/** Requests per minute of a person, on all pages and in all sessions. */
export const personAllowance: Allowance = { perMinute: 1_200, burstPool: 0 };

/** Requests per minute of an address on a share: people in an office may view one together. */
export const shareAllowance: Allowance = { perMinute: 1_200, burstPool: 0 };
