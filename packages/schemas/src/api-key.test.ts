import { keyInputSchema, rotationInputSchema } from './api-key.ts';
import { problem } from './problem.fixture.ts';
import { shareInputSchema } from './share.ts';

describe('the input of a key', () => {
  it.each(['nonsense', '2027-01-01', '2027-02-30T00:00:00Z', 5])(
    'A30 a key rejects the expiry %j, and says what is allowed',
    (expiresAt) => {
      expect(problem(keyInputSchema, { type: 'public', expiresAt })).toBe(
        `expiresAt: must be a time such as 2027-01-01T00:00:00Z, or null, got ${JSON.stringify(expiresAt)}`,
      );
    },
  );

  it.each([null, '2027-01-01T00:00Z', '2027-01-01T00:00+02:00', '2027-01-01T00:00:00.5-08:00'])(
    'a key or a share may expire at %j',
    (expiresAt) => {
      expect(keyInputSchema.parse({ type: 'public', expiresAt })).toEqual({ type: 'public', expiresAt });
      expect(shareInputSchema.parse({ expiresAt })).toEqual({ expiresAt });
    },
  );

  it('a key or a share may have no name', () => {
    expect(problem(keyInputSchema, { type: 'public', name: null })).toBeUndefined();
    expect(problem(shareInputSchema, { name: null })).toBeUndefined();
  });

  it('a share has at most 20 filters', () => {
    const filters = (count: number) => ({ filters: Array.from({ length: count }, () => 'country:is:DE') });
    expect(problem(shareInputSchema, filters(20))).toBeUndefined();
    expect(problem(shareInputSchema, filters(21))).toBe(
      'filters: must be a list of at most 20 filters, got a list of 21',
    );
  });

  it('a key has a name of bounded length', () => {
    expect(problem(keyInputSchema, { type: 'public', name: 'x'.repeat(200) })).toBeUndefined();
    expect(problem(keyInputSchema, { type: 'public', name: 'x'.repeat(201) })).toBe(
      `name: must have at most 200 characters, got "${'x'.repeat(40)}…" (201 characters)`,
    );
  });

  it('a rotation accepts a grace period of up to 30 days, or none', () => {
    for (const graceSeconds of [undefined, 0, 2_592_000]) {
      expect(problem(rotationInputSchema, { graceSeconds })).toBeUndefined();
    }
  });

  it.each([-1, 1.5, 2_592_001, '5'])(
    'A30 a rotation rejects the grace period %j, and says what is allowed',
    (graceSeconds) => {
      expect(problem(rotationInputSchema, { graceSeconds })).toBe(
        `graceSeconds: must be whole seconds from 0 to 2592000 (30 days), got ${JSON.stringify(graceSeconds)}`,
      );
    },
  );
});
