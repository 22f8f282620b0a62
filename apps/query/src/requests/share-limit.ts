/** The limit against floods from visitors of a share. Their requests do not count against a plan. */
import { bucketOf, type Client } from '@footfall/http';
import type { RateLimit } from '@footfall/state';

/** Requests per minute of an address on a share: people in an office may view one together. */
export const shareRateLimit: RateLimit = { perMinute: 1_200, burstPool: 0 };

/** Returns the key under which requests from an address on a share are counted, those that open the share and those that read it. */
export function shareKey(shareId: string, client: Client): string {
  return `share:${shareId}:${bucketOf(client)}`;
}
