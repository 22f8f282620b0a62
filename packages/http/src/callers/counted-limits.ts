/** Limits that count their decisions for `/metrics`. */
import type { Limits } from '@footfall/state';
import { Counter, type Registry } from '@footfall/process';

/** Counts the decisions of `limits` by their kind, which is the prefix of the limit's key. */
export function countedLimits(limits: Limits, app: string, registry: Registry): Limits {
  const decisions = new Counter({
    name: `footfall_${app}_limit_decisions_total`,
    help: 'What rate limits decided, by kind: key (of a plan), person, share, sign-in-address, sign-in-password (of an account from an address), sign-in-account, signed-out (admin API without credentials), address (without a valid key), page (outside the APIs), ingest (events of a workspace).',
    labelNames: ['kind', 'decision'],
    registers: [registry],
  });
  return {
    async consume(key, rateLimit, points) {
      const decided = await limits.consume(key, rateLimit, points);
      const [kind = ''] = key.split(':', 1);
      decisions.inc({ kind, decision: decided.allowed ? 'allowed' : 'refused' });
      return decided;
    },
  };
}
