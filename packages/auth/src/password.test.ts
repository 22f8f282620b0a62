import crypto from 'node:crypto';
import { dictionary } from '@zxcvbn-ts/language-common';
import { hashPassword, isCommonPassword, verifyPassword } from './password.ts';

/** The hash of another password, at the lowest cost. */
const quick = `scrypt$4$8$1$${'A'.repeat(22)}$${'A'.repeat(43)}`;

describe('passwords', () => {
  it('match only their own hash, which differs each time', async () => {
    const [one, two] = [await hashPassword('correct horse'), await hashPassword('correct horse')];
    expect(one).toMatch(/^scrypt\$15\$8\$3\$[\w-]{22}\$[\w-]{43}$/);
    expect(one).not.toBe(two);
    expect(await verifyPassword('correct horse', one)).toBe(true);
    expect(await verifyPassword('correct horsf', one)).toBe(false);
    expect(await verifyPassword('', one)).toBe(false);
  });

  it('are verified at the cost that is stored with their hash', async () => {
    const [N, r, p] = [2 ** 4, 8, 1];
    const hash = crypto.scryptSync('correct horse', Buffer.alloc(16), 32, { N, r, p }).toString('base64url');
    expect(await verifyPassword('correct horse', `scrypt$4$${r}$${p}$${'A'.repeat(22)}$${hash}`)).toBe(true);
  });

  it('are equal in every Unicode composition', async () => {
    expect(await verifyPassword('cafe\u0301 au lait', await hashPassword('café au lait'))).toBe(true);
  });

  it('require the same work for an account that does not exist, and never match', async () => {
    const stored = await hashPassword('correct horse');
    const scrypt = jest.spyOn(crypto, 'scrypt');
    try {
      expect(await verifyPassword('wrong', stored)).toBe(false);
      expect(await verifyPassword('wrong', null)).toBe(false);
      const [known, unknown] = scrypt.mock.calls.map((call) => call.slice(2, 4));
      expect(known).toEqual([32, { N: 32_768, r: 8, p: 3, maxmem: expect.any(Number) }]);
      expect(unknown).toEqual(known);
    } finally {
      scrypt.mockRestore();
    }
  });

  it('are refused instead of queued if too many are verified at once', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 30 }, () => verifyPassword('x', quick)));
    const refused = outcomes.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(8);
    for (const outcome of refused) {
      expect(outcome).toMatchObject({ reason: { code: 'UNAVAILABLE', retryAfterSeconds: 10 } });
    }
    // The queue is released.
    await expect(verifyPassword('x', 'scrypt$4$1$1$AAAA$AAAA')).rejects.toMatchObject({ name: 'RangeError' });
    await expect(hashPassword('x')).resolves.toMatch(/^scrypt/);
  });

  it('of known people are verified before those of strangers, however many of these wait', async () => {
    const scrypt = jest.spyOn(crypto, 'scrypt');
    try {
      const strangers = Array.from({ length: 22 }, () => verifyPassword('a stranger', quick));
      const known = verifyPassword('known', quick, 'known');
      await expect(verifyPassword('a stranger', quick)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
      await Promise.all([...strangers, known]);
      // Only the two that were already being verified come first.
      expect(scrypt.mock.calls.map(([password]) => password).indexOf('known')).toBe(2);
    } finally {
      scrypt.mockRestore();
    }
  });

  it('are recognized as common in any case, up to the 10,000th', async () => {
    expect(await isCommonPassword('qwertyuiop')).toBe(true);
    expect(await isCommonPassword('Password123')).toBe(true);
    // Has the hash of the same password in plain digits.
    expect(await isCommonPassword('１２３４５６７８９０')).toBe(true);
    const [last = '', next = ''] = dictionary['passwords-common'].slice(9_999);
    expect([await isCommonPassword(last), await isCommonPassword(next)]).toEqual([true, false]);
    expect(await isCommonPassword('a sentence that nobody else has')).toBe(false);
  });
});
