/** Secrets in hex that are valid for a day, the same in every process: the salts of visitors, and the secrets that hide the keys of limits. */
import { unavailable } from '@footfall/errors';
import { dayMs } from '@footfall/schemas';
import { randomBytes } from 'node:crypto';
import type { Salts } from '../port.ts';
import { forgetOnDisk } from './forget-on-disk.ts';
import type { Link } from './link.ts';
import { defineScript, runScript } from './script.ts';

const secretBytes = 32;
/** The TTL of all secrets, from the creation of the last one, in case no process is left to delete them. */
const lifetimeMs = 2 * dayMs;
/** The interval at which a process checks that Redis still has the secrets it knows. */
const keepIntervalMs = 2_000;

/** Returns the secret of a day: the stored one, otherwise the one that this process remembers, unless that day was forgotten, otherwise the new one; '' if there is none. */
const readOrStore = defineScript(`
  local day, remembered, made, lifetimeMs = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
  local stored = redis.call('HGET', KEYS[1], day)
  if stored then return stored end
  local forgottenBefore = redis.call('HGET', KEYS[1], 'forgotten before')
  local secret = made
  if remembered ~= '' and not (forgottenBefore and day < forgottenBefore) then secret = remembered end
  if secret ~= '' then
    redis.call('HSET', KEYS[1], day, secret)
    redis.call('PEXPIRE', KEYS[1], lifetimeMs)
  end
  return secret
`);

/** Deletes the secrets of all days before one, and notes that day; returns the number of deleted ones. */
const forget = defineScript(`
  local first, lifetimeMs = ARGV[1], ARGV[2]
  local removed = 0
  local forgottenBefore = ''
  for _, day in ipairs(redis.call('HKEYS', KEYS[1])) do
    if day == 'forgotten before' then
      forgottenBefore = redis.call('HGET', KEYS[1], day)
    elseif day < first then
      removed = removed + redis.call('HDEL', KEYS[1], day)
    end
  end
  if forgottenBefore < first then
    redis.call('HSET', KEYS[1], 'forgotten before', first)
    redis.call('PEXPIRE', KEYS[1], lifetimeMs)
  end
  return removed
`);

export class DaySecrets implements Salts {
  readonly #link: Link;
  readonly #key: string;
  /** The secrets by day: restored to Redis if it has lost them. */
  readonly #remembered = new Map<string, string>();
  readonly #keeping: NodeJS.Timeout;

  constructor(link: Link, key: string) {
    this.#link = link;
    this.#key = key;
    link.onBack(() => void this.#keep());
    this.#keeping = setInterval(() => void this.#keep(), keepIntervalMs).unref();
  }

  async salt(day: string): Promise<string> {
    const made = randomBytes(secretBytes).toString('hex');
    return this.#readOrStore(day, made).catch((cause: unknown) => {
      throw unavailable('Visitors cannot be derived at the moment: send visitorId and sessionId, or try again', {
        cause,
      });
    });
  }

  /** Like `salt`, from memory if possible: the other processes have the same one within seconds, but not always at once. */
  async remembered(day: string): Promise<string> {
    return this.#remembered.get(day) ?? this.salt(day);
  }

  async forgetBefore(day: string): Promise<void> {
    for (const other of this.#remembered.keys()) if (other < day) this.#remembered.delete(other);
    try {
      const removed = await this.#link.run((redis) => runScript(redis, forget, [this.#key], [day, lifetimeMs]));
      if (removed !== 0) await this.#link.run(forgetOnDisk);
    } catch (cause) {
      throw unavailable('Old salts cannot be removed', { cause });
    }
  }

  close(): void {
    clearInterval(this.#keeping);
  }

  async #readOrStore(day: string, made: string): Promise<string> {
    const values = [day, this.#remembered.get(day) ?? '', made, lifetimeMs];
    const secret = String(await this.#link.run((redis) => runScript(redis, readOrStore, [this.#key], values)));
    if (secret === '') this.#remembered.delete(day);
    else this.#remembered.set(day, secret);
    return secret;
  }

  /** Restores secrets that Redis has lost, and forgets those that others have deleted. */
  async #keep(): Promise<void> {
    try {
      for (const day of this.#remembered.keys()) await this.#readOrStore(day, '');
    } catch {
      // Redis is away, which is logged; this runs again when it is back.
    }
  }
}
