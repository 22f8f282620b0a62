/** Identifies callers and counts their requests: against the limit of the key, or without a valid key of the address. */
import type { IncomingMessage } from 'node:http';
import type { Authenticator, Identity } from '@footfall/auth';
import {
  type ClientAddress,
  consumeAnonymous,
  type RateLimitState,
  readCredentials,
  unlimitedCount,
} from '@footfall/http';
import { planLimits } from '@footfall/schemas';
import type { Limits } from '@footfall/state';

const windowMs = 60_000;

interface Caller {
  /** Absent without a key that is valid now. */
  identity?: Identity | undefined;
  allowance: RateLimitState & { allowed: boolean };
  /** The error that prevented identifying the caller. */
  fault?: unknown;
}

export interface Callers {
  /** Counts the request and identifies its caller. Never rejects. */
  recognise(request: IncomingMessage): Promise<Caller>;
}

interface CallersDeps {
  authenticator: Authenticator;
  clientAddress: ClientAddress;
  limits: Limits;
  now: () => number;
}

export function createCallers({ authenticator, clientAddress, limits, now }: CallersDeps): Callers {
  const consume = async ({ keyId, plan }: Identity) => {
    const limit = planLimits[plan];
    if (limit === 'unlimited') return { allowed: true, ...untouched(unlimitedCount, now()) };
    const { requestsPerMinute, burstPool } = limit;
    const decision = await limits.consume(`key:${keyId}`, { perMinute: requestsPerMinute, burstPool });
    return { ...decision, limit: requestsPerMinute };
  };
  const withoutKey = (request: IncomingMessage) => consumeAnonymous(limits, clientAddress(request));

  return {
    async recognise(request) {
      const credentials = readCredentials(request.headersDistinct);
      if (credentials.kind !== 'key') return { allowance: await withoutKey(request) };
      try {
        const identity = await authenticator.identify(credentials.key);
        if (!identity) return { allowance: await withoutKey(request) };
        return { identity, allowance: await consume(identity) };
      } catch (fault) {
        return { fault, allowance: await withoutKey(request) };
      }
    },
  };
}

/** The rate limit headers of a request that is not counted: those of the Free plan, unused. */
export function uncounted(nowMs: number): RateLimitState {
  const { free } = planLimits;
  return untouched(free === 'unlimited' ? unlimitedCount : free.requestsPerMinute, nowMs);
}

function untouched(limit: number, nowMs: number): RateLimitState {
  return { limit, remaining: limit, resetAtMs: (Math.floor(nowMs / windowMs) + 1) * windowMs };
}
