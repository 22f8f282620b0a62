/** Passwords: hashed with scrypt, a few at a time, because each takes 32 MiB and a tenth of a second. */
import { randomBytes, scrypt, type ScryptOptions, timingSafeEqual } from 'node:crypto';
import { unavailable } from '@footfall/errors';

/** One of the settings that OWASP recommends as equal; stored with each hash, so that it can be raised. */
const cost = { logN: 15, r: 8, p: 3 } as const;
const hashBytes = 32;
const saltBytes = 16;
/** The numbers of passwords that are hashed at the same time, and that wait; beyond them sign-ins are refused. */
const hashesAtOnceMax = 2;
const hashesWaitingMax = 20;
/** The time in which a slow machine empties a full queue. */
const queueSeconds = 10;
const commonPasswords = 10_000;

/** Returns the hash to store: `scrypt$15$8$3$<salt>$<hash>`. Rejects with UNAVAILABLE if too many wait. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  const hash = await derive(password, salt, cost, 'stranger');
  return ['scrypt', cost.logN, cost.r, cost.p, salt.toString('base64url'), hash.toString('base64url')].join('$');
}

/** The priority of a verification: people who are known by a session or their browser go first and are not counted, so that strangers cannot delay them. */
type Waiting = 'known' | 'stranger';

/** Returns true if `stored` is the hash of `password`. Without `stored` it returns false, after the same work. Rejects with UNAVAILABLE if too many strangers wait. */
export async function verifyPassword(
  password: string,
  stored: string | null,
  who: Waiting = 'stranger',
): Promise<boolean> {
  const [scheme, logN, r, p, salt = '', hash = ''] = (stored ?? '').split('$');
  if (scheme !== 'scrypt') {
    await derive(password, randomBytes(saltBytes), cost, who);
    return false;
  }
  const expected = Buffer.from(hash, 'base64url');
  const settings = { logN: Number(logN), r: Number(r), p: Number(p) };
  return timingSafeEqual(await derive(password, Buffer.from(salt, 'base64url'), settings, who), expected);
}

/** Returns true if `password` is one of the 10,000 most common ones, in any case and any form of its characters. The list is loaded when the first password is chosen. */
export async function isCommonPassword(password: string): Promise<boolean> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return dictionary['passwords-common'].slice(0, commonPasswords).includes(canonical(password).toLowerCase());
}

/** Returns the form in which a password is hashed: keyboards can send the same characters in different ones. */
function canonical(password: string): string {
  return password.normalize('NFKC');
}

interface Cost {
  logN: number;
  r: number;
  p: number;
}

let running = 0;
const waiting: (() => void)[] = [];

async function derive(password: string, salt: Buffer, { logN, r, p }: Cost, who: Waiting): Promise<Buffer> {
  if (running >= hashesAtOnceMax) {
    if (who === 'stranger' && waiting.length >= hashesWaitingMax) {
      throw unavailable('Too many passwords are being checked', { retryAfterSeconds: queueSeconds });
    }
    await new Promise<void>((resolve) => void (who === 'known' ? waiting.unshift(resolve) : waiting.push(resolve)));
  } else {
    running += 1;
  }
  try {
    const N = 2 ** logN;
    return await scryptOf(canonical(password), salt, { N, r, p, maxmem: 256 * N * r });
  } finally {
    // The next one takes over this turn.
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

function scryptOf(password: string, salt: Buffer, options: ScryptOptions): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password, salt, hashBytes, options, (error, hash) => (error ? reject(error) : resolve(hash)));
  });
}
