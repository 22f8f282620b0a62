/** The form of keys and IDs. */
import { generateApiKey, isWellFormedApiKey } from './api-key.ts';
import { generateId } from './id.ts';
import { hashToken } from './token.ts';

describe('API keys', () => {
  it.each([
    ['public', /^pk_live_[0-9A-Za-z]{32}$/],
    ['secret', /^sk_live_[0-9A-Za-z]{32}$/],
  ] as const)('that are %s have a prefix for their type', (type, form) => {
    expect(generateApiKey(type)).toMatch(form);
  });

  it('are well-formed and different when they are created', () => {
    const keys = Array.from({ length: 1_000 }, () => generateApiKey('secret'));
    expect(keys.every(isWellFormedApiKey)).toBe(true);
    expect(new Set(keys).size).toBe(1_000);
  });

  it.each([
    '',
    'sk_live_',
    'sk_live_short',
    `sk_test_${'a'.repeat(32)}`,
    `xsk_live_${'a'.repeat(32)}`,
    `sk_live_${'a'.repeat(10_000)}`,
  ])('F1 do not have the form "%.20s…"', (text) => {
    expect(isWellFormedApiKey(text)).toBe(false);
  });

  it('are stored as SHA-256 in hex', () => {
    expect(hashToken('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});

describe('IDs', () => {
  it('of workspaces have the documented form', () => {
    expect(generateId('ws')).toMatch(/^ws_[0-9a-z]{16,}$/);
  });
});
