/** Limits against floods of those who read without a key: people with a session, and visitors of a share. No plan counts them. */
import type { Allowance } from '@footfall/state';

/** Requests a minute of a person, on all pages and in all sessions. */
export const personAllowance: Allowance = { perMinute: 1_200, burstPool: 0 };

/** Requests a minute of an address on a share: an office may look at one together. */
export const shareAllowance: Allowance = { perMinute: 1_200, burstPool: 0 };
