/** Creates and ends connections to Redis for every part of the state. */
import { Redis } from 'ioredis';
import { withDeadline } from '@footfall/process';
import { isSelectFault } from './reason.ts';
import type { RedisAddress } from './url.ts';

/** The longest time that opening the state waits for a connection. */
export const openMsMax = 1_500;
const connectTimeoutMs = 1_000;
/** The deadline for commands while connecting, which have no other deadline. */
const commandTimeoutMs = 2_000;
/** The time without a response after which a connection counts as dead. */
const silenceMsMax = 5_000;
const closeTimeoutMs = 250;
const retryDelayMsMin = 50;
const retryDelayMsMax = 2_000;
const retryJitterMs = 100;

/** Returns a connection that `connect()` opens and that reconnects forever; while it is down, commands are refused at once. It adds the prefix of `address` to keys, but not to channels. */
export function createConnection(address: RedisAddress): Redis {
  const redis = new Redis({
    host: address.host,
    port: address.port,
    db: address.database,
    keyPrefix: address.keyPrefix,
    ...(address.username !== undefined && { username: address.username }),
    ...(address.password !== undefined && { password: address.password }),
    ...(address.isEncrypted && { tls: {} }),
    lazyConnect: true,
    connectTimeout: connectTimeoutMs,
    commandTimeout: commandTimeoutMs,
    socketTimeout: silenceMsMax,
    disconnectTimeout: closeTimeoutMs,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    autoResubscribe: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (times) =>
      Math.min(retryDelayMsMin * 2 ** Math.min(times, 10), retryDelayMsMax) + Math.random() * retryJitterMs,
  });
  // The connection would continue in database 0, which may belong to another application.
  redis.on('error', (fault) => {
    if (isSelectFault(fault)) redis.disconnect(true);
  });
  return redis;
}

/** Ends a connection, and all attempts to open it. */
export async function endConnection(redis: Redis): Promise<void> {
  const isOpen = redis.status === 'ready' || redis.status === 'connect' || redis.status === 'connecting';
  const ended = isOpen ? new Promise((resolve) => redis.once('end', resolve)) : Promise.resolve();
  redis.disconnect();
  await withDeadline(ended, 2 * closeTimeoutMs, () => undefined);
}
