/** Secrets that last a day, the same in every process: the salts of visitors, and what limits hide their keys with. */
import { AppError } from '@footfall/errors';
import { randomBytes } from 'node:crypto';
import type { Salts } from '../port.ts';
import { forgetOnDisk } from './forget-on-disk.ts';
import type { Link } from './link.ts';
import { defineScript, runScript } from './script.ts';

const secretBytes = 32;
const dayPattern = /^\d{4}-\d{2}-\d{2}$/;
/** Of all secrets together, from the day the last one was made: for when nobody is there to forget them. */
const lifetimeMs = 48 * 3_600_000;
/** How often it is seen to that Redis still has what this process knows. */
const keepIntervalMs = 2_000;
const retryAfterSeconds = 2;

/** The secret of a day: what is stored, else what this process remembers, unless that day was forgotten, else the new one; '' when there is none of these. */
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

/** Removes the secrets of all days before one, and notes that day; gives how many there were. */
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
  /** In hex, by day: what Redis is given back when it has lost it. */
  readonly #remembered = new Map<string, string>();
  readonly #keeping: NodeJS.Timeout;

  constructor(link: Link, key: string) {
    this.#link = link;
    this.#key = key;
    link.onBack(() => void this.#keep());
    this.#keeping = setInterval(() => void this.#keep(), keepIntervalMs).unref();
  }

  async salt(day: string): Promise<Uint8Array> {
    if (!dayPattern.test(day)) throw new AppError('INTERNAL_ERROR', 'A salt is for a day, YYYY-MM-DD');
    const made = randomBytes(secretBytes).toString('hex');
    const secret = await this.#readOrStore(day, made).catch((cause: unknown) => {
      throw new AppError('UNAVAILABLE', 'The salt cannot be read', { cause, retryAfterSeconds });
    });
    return Buffer.from(secret, 'hex');
  }

  /** As `salt`, from memory if possible: within seconds it is what the other processes have, not always at once. */
  async remembered(day: string): Promise<Uint8Array> {
    const secret = this.#remembered.get(day);
    return secret === undefined ? this.salt(day) : Buffer.from(secret, 'hex');
  }

  async forgetBefore(day: string): Promise<void> {
    for (const other of this.#remembered.keys()) if (other < day) this.#remembered.delete(other);
    try {
      const removed = await this.#link.run((redis) => runScript(redis, forget, [this.#key], [day, lifetimeMs]));
      if (removed !== 0) await this.#link.run(forgetOnDisk);
    } catch (cause) {
      throw new AppError('UNAVAILABLE', 'Old salts cannot be removed', { cause, retryAfterSeconds });
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

  /** Gives back what Redis has lost, and forgets what others have forgotten. */
  async #keep(): Promise<void> {
    try {
      for (const day of this.#remembered.keys()) await this.#readOrStore(day, '');
    } catch {
      // Redis is away, and logged to be; when it is back, this comes again.
    }
  }
}
