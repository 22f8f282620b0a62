/** Lua scripts, which run atomically in Redis. */
import type { Redis } from 'ioredis';
import { createHash } from 'node:crypto';

export interface Script {
  readonly lua: string;
  readonly sha: string;
}

export function defineScript(lua: string): Script {
  return { lua, sha: createHash('sha1').update(lua).digest('hex') };
}

/** Resolves with the result of the script; its text is sent only to a Redis that does not have it. */
export async function runScript(
  redis: Redis,
  { lua, sha }: Script,
  keys: readonly string[],
  values: readonly (string | number)[],
): Promise<unknown> {
  try {
    return await redis.evalsha(sha, keys.length, ...keys, ...values);
  } catch (fault) {
    if (!(fault instanceof Error && fault.message.startsWith('NOSCRIPT'))) throw fault;
    return redis.eval(lua, keys.length, ...keys, ...values);
  }
}
