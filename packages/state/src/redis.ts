/** The state in Redis, shared by all processes with the same URL. */
import type { State, StateOptions } from './port.ts';
import { createRedisCache } from './redis/cache.ts';
import { DaySecrets } from './redis/day-secrets.ts';
import { KeyChanges } from './redis/key-changes.ts';
import { createRedisLimits } from './redis/limits.ts';
import { Link } from './redis/link.ts';
import { createRedisReports } from './redis/reports.ts';
import { createRedisSessions } from './redis/sessions.ts';
import type { RedisAddress } from './redis/url.ts';
import { unavailable } from '@footfall/errors';

/** Also opens if Redis cannot be used, which is logged, and keeps retrying. `now` is epoch milliseconds. Throws a StartError if Redis does not have the database, or denies access to the channel of key changes. */
export async function openRedisState(
  address: RedisAddress,
  { now, logger }: Omit<StateOptions, 'log'>,
): Promise<State> {
  const link = new Link(address, logger);
  const keyChanges = new KeyChanges(address, link);
  const salts = new DaySecrets(link, 'salts');
  const limitSecrets = new DaySecrets(link, 'limit-secrets');
  const close = async () => {
    salts.close();
    limitSecrets.close();
    await Promise.all([link.close(), keyChanges.close()]);
  };
  try {
    await Promise.all([link.open(), keyChanges.open()]);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    cache: createRedisCache(link),
    limits: createRedisLimits(link, limitSecrets, now),
    sessions: createRedisSessions(link),
    salts,
    reports: createRedisReports(link, now),
    announceChange: () => keyChanges.announce(),
    onChange: (listener) => keyChanges.listen(listener),
    ping: () =>
      link.ping().catch((cause: unknown) => {
        throw unavailable('Redis cannot be written', { cause });
      }),
    close,
  };
}
