/** Limits on attempts to sign in, or to open a share. */
import { hash } from 'node:crypto';
import { bucketOf, overLimit } from '@footfall/http';
import type { Allowance } from '@footfall/state';
import type { Request } from 'express';
import type { AdminDeps } from './admin-deps.ts';

const signInLimits = {
  /** Of a client address, whatever it tries. */
  address: { perMinute: 10, burstPool: 20 },
  /** Passwords of one account or share, from wherever they are tried. */
  account: { perMinute: 5, burstPool: 5 },
} as const satisfies Readonly<Record<string, Allowance>>;

type LimitDeps = Pick<AdminDeps, 'limits' | 'clientAddress' | 'now'>;

/** Rejects with RATE_LIMIT when the address has tried too often. */
export async function limitAddress({ limits, clientAddress, now }: LimitDeps, request: Request): Promise<void> {
  const key = `sign-in-address:${bucketOf(clientAddress(request))}`;
  const { allowed, resetAtMs } = await limits.consume(key, signInLimits.address);
  if (!allowed) throw overLimit(resetAtMs, now());
}

/** Rejects with RATE_LIMIT when too many passwords were tried for an account, known or not. */
export async function limitAccount({ limits, now }: Omit<LimitDeps, 'clientAddress'>, account: string): Promise<void> {
  const { allowed, resetAtMs } = await limits.consume(
    `sign-in-account:${hash('sha256', account)}`,
    signInLimits.account,
  );
  if (!allowed) throw overLimit(resetAtMs, now());
}
