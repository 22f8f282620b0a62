/** Limits on attempts to sign in, and on passwords of shares. */
import { hash } from 'node:crypto';
import { overLimit } from '@footfall/http';
import type { RateLimit } from '@footfall/state';
import type { Request } from 'express';
import type { AdminDeps } from '../admin-deps.ts';

const signInLimits = {
  /** Attempts of any kind from a client address. */
  address: { perMinute: 10, burstPool: 20 },
  /** Passwords for one account or share from one address, or for one's own account by one person. */
  password: { perMinute: 5, burstPool: 5 },
  /** Passwords for one account or share from all addresses together, except from browsers that have signed in to it before. */
  account: { perMinute: 20, burstPool: 20 },
} as const satisfies Readonly<Record<string, RateLimit>>;

/** Rejects with RATE_LIMIT if the address has made too many attempts. */
export function limitAddress(deps: AdminDeps, request: Request): Promise<void> {
  return consume(deps, 'address', deps.clientAddress(request).bucket);
}

/** Rejects with RATE_LIMIT if the address has tried too many passwords for an account, existing or not. Other addresses cannot use this limit up. */
export function limitPasswordsFrom(deps: AdminDeps, request: Request, account: string): Promise<void> {
  return consume(deps, 'password', `${deps.clientAddress(request).bucket} ${hash('sha256', account)}`);
}

/** Rejects with RATE_LIMIT if a person has tried too many passwords for their own account. */
export function limitOwnPasswords(deps: AdminDeps, personId: string): Promise<void> {
  return consume(deps, 'password', personId);
}

/** Rejects with RATE_LIMIT if strangers have tried too many passwords for an account, existing or not. */
export function limitAccount(deps: AdminDeps, account: string): Promise<void> {
  return consume(deps, 'account', hash('sha256', account));
}

async function consume({ limits, now }: AdminDeps, kind: keyof typeof signInLimits, key: string): Promise<void> {
  const { allowed, resetAtMs } = await limits.consume(`sign-in-${kind}:${key}`, signInLimits[kind]);
  if (!allowed) throw overLimit(resetAtMs, now());
}
