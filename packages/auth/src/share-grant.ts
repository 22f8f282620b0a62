/** Grants: the credentials of a share's visitor, issued after the right password. Any process can check one without having issued it. */
import { hourMs } from '@footfall/schemas';
import { deriveToken, isSameToken } from './token.ts';

export const shareGrantMs = 12 * hourMs;

/** The part of a share that signs grants. */
interface Signer {
  shareId: string;
  secret: string;
}

const grantPattern = /^(shr_[0-9a-z]{20})\.(\d{13,15})\.[\w-]{43}$/;

/** Returns a grant for `share` that ends at `expiresAtMs`. */
export function issueGrant({ shareId, secret }: Signer, expiresAtMs: number): string {
  return `${shareId}.${expiresAtMs}.${deriveToken(secret, `grant ${shareId} ${expiresAtMs}`)}`;
}

/** Returns the ID of the share that `grant` names; undefined if it is malformed. */
export function shareOfGrant(grant: string): string | undefined {
  return grantPattern.exec(grant)?.[1];
}

/** Returns true if `grant` was issued for `share` and is still valid. */
export function isGrantOf(share: Signer, grant: string, nowMs: number): boolean {
  const expiresAtMs = Number(grantPattern.exec(grant)?.[2] ?? 0);
  return expiresAtMs > nowMs && isSameToken(issueGrant(share, expiresAtMs), grant);
}
