/** The owner of a key, and the times of its uses. */
import { generateApiKey, hashApiKey } from './api-key.ts';
import { Authenticator } from './authenticator.ts';
import type { Identity, KeyStore } from './key-store.ts';

const key = generateApiKey('secret');
const revokedKey = generateApiKey('public');
const identity: Identity = {
  keyId: 'key_1',
  type: 'secret',
  workspaceId: 'ws_0000000000000000',
  plan: 'free',
  domain: null,
  allowedOrigins: [],
  expiresAtMs: null,
};

/** Returns a store that finds `found` for every key, and records its lookups. */
function storeOf(found: ReturnType<KeyStore['findIdentity']>) {
  const lookups: string[] = [];
  const written: ReadonlyMap<string, number>[] = [];
  const store = {
    findIdentity: (hash: string) => {
      lookups.push(hash);
      return found;
    },
    workspaceOfRevokedKey: async (hash: string) => (hash === hashApiKey(revokedKey) ? 'ws_revoked' : undefined),
    sites: async () => [],
    recordKeyUse: async (lastUsedMs: ReadonlyMap<string, number>) => void written.push(lastUsedMs),
    forget: jest.fn(),
  };
  return { store, lookups, written };
}

describe('Authenticator', () => {
  it('looks up a key by its hash, synchronously if the store has it in memory', () => {
    const { store, lookups } = storeOf(identity);
    expect(new Authenticator(store, Date.now).identify(key)).toEqual(identity);
    expect(lookups).toEqual([hashApiKey(key)]);
  });

  it('waits for a store that has to read', async () => {
    expect(await new Authenticator(storeOf(Promise.resolve(identity)).store, Date.now).identify(key)).toEqual(identity);
    const down = storeOf(Promise.reject(new Error('down'))).store;
    await expect(new Authenticator(down, Date.now).identify(key)).rejects.toThrow('down');
  });

  it('never looks up what cannot be a key', () => {
    const { store, lookups } = storeOf(identity);
    expect(new Authenticator(store, Date.now).identify('sk_live_x')).toBeUndefined();
    expect(lookups).toEqual([]);
  });

  it('tells whose key it is, or was before it expired or was revoked', async () => {
    const expired = new Authenticator(storeOf({ ...identity, expiresAtMs: 900 }).store, () => 1_000);
    expect(expired.identify(key)).toBeUndefined();
    expect(await expired.findOwner(hashApiKey(key))).toEqual({ workspaceId: identity.workspaceId, end: 'expired' });
    const valid = new Authenticator(storeOf(identity).store, Date.now);
    expect(await valid.findOwner(hashApiKey(key))).toEqual({ workspaceId: identity.workspaceId, end: null });
    const unknown = new Authenticator(storeOf(undefined).store, Date.now);
    expect(await unknown.findOwner(hashApiKey(revokedKey))).toEqual({ workspaceId: 'ws_revoked', end: 'revoked' });
    expect(await unknown.findOwner(hashApiKey(key))).toBeUndefined();
  });

  it('D9 has the store forget its keys when it is told of a change', () => {
    const { store } = storeOf(identity);
    new Authenticator(store, Date.now).forget();
    expect(store.forget).toHaveBeenCalledTimes(1);
  });

  it('F1 refuses a key from the moment it expires', () => {
    let now = 0;
    const authenticator = new Authenticator(storeOf({ ...identity, expiresAtMs: 100 }).store, () => now);
    expect(authenticator.identify(key)).toBeDefined();
    now = 100;
    expect(authenticator.identify(key)).toBeUndefined();
  });

  it('stores when keys were last used, once', async () => {
    const { store, written } = storeOf(identity);
    const authenticator = new Authenticator(store, () => 42);
    await authenticator.identify(key);
    await authenticator.flushLastUsed();
    await authenticator.flushLastUsed();
    expect(written).toEqual([new Map([['key_1', 42]])]);
  });

  it('stores later what could not be stored at first', async () => {
    const { store, written } = storeOf(identity);
    let isDown = true;
    const recordKeyUse: KeyStore['recordKeyUse'] = async (lastUsedMs) => {
      if (isDown) throw new Error('down');
      return store.recordKeyUse(lastUsedMs);
    };
    const authenticator = new Authenticator({ ...store, recordKeyUse }, () => 42);
    await authenticator.identify(key);
    await expect(authenticator.flushLastUsed()).rejects.toThrow('down');
    isDown = false;
    await authenticator.flushLastUsed();
    expect(written).toEqual([new Map([['key_1', 42]])]);
  });
});
