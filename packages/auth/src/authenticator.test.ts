/** The owner of a key, and the time for which a lookup may be cached. */
import { generateApiKey, hashApiKey } from './api-key.ts';
import { Authenticator, identityRefreshMs, identityTtlMs, type KeyLookups } from './authenticator.ts';
import { type Identity, revocationMsMax } from './key-store.ts';

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

/** Returns a store of one key that counts its lookups; `answer` decides the result of the next one. */
function counting(answer: () => Promise<Identity | undefined>) {
  const lookUps: string[] = [];
  const written: ReadonlyMap<string, number>[] = [];
  let forgotten = 0;
  const store: KeyLookups = {
    findIdentity: (hash) => {
      lookUps.push(hash);
      return answer();
    },
    workspaceOfRevokedKey: async (hash) => (hash === hashApiKey(revokedKey) ? 'ws_revoked' : undefined),
    sites: async () => [],
    recordKeyUse: async (lastUsedMs) => void written.push(lastUsedMs),
    forget: () => void (forgotten += 1),
  };
  return { store, lookUps, written, timesForgotten: () => forgotten };
}

describe('Authenticator', () => {
  it('asks the store by hash, once for all who ask while the answer is fresh', async () => {
    const { store, lookUps } = counting(async () => identity);
    const authenticator = new Authenticator(store, () => 1_000);
    await expect(Promise.all([authenticator.identify(key), authenticator.identify(key)])).resolves.toEqual([
      identity,
      identity,
    ]);
    await authenticator.identify(key);
    expect(lookUps).toEqual([hashApiKey(key)]);
  });

  it('asks the store again before an answer is too old, and meanwhile uses that one', async () => {
    let nowMs = 1_000;
    let renew: (identity: Identity) => void = () => {};
    const answers = [Promise.resolve(identity), new Promise<Identity>((resolve) => (renew = resolve))];
    const { store, lookUps } = counting(() => answers.shift() ?? Promise.reject(new Error('asked too often')));
    const authenticator = new Authenticator(store, () => nowMs);
    await authenticator.identify(key);
    nowMs += identityRefreshMs;
    expect([authenticator.identify(key), authenticator.identify(key)]).toEqual([identity, identity]);
    expect(lookUps).toHaveLength(2);
    renew({ ...identity, plan: 'pro' });
    await Promise.resolve();
    nowMs += identityTtlMs - identityRefreshMs;
    expect(authenticator.identify(key)).toEqual({ ...identity, plan: 'pro' });
  });

  it('F1 forgets an answer that the store was asked for before it was told to forget', async () => {
    let nowMs = 1_000;
    let renew: (identity: Identity) => void = () => {};
    const answers = [Promise.resolve(identity), new Promise<Identity>((resolve) => (renew = resolve))];
    const { store } = counting(() => answers.shift() ?? Promise.resolve(undefined));
    const authenticator = new Authenticator(store, () => nowMs);
    await authenticator.identify(key);
    nowMs += identityRefreshMs;
    await authenticator.identify(key);
    authenticator.forget();
    renew(identity);
    expect(await authenticator.identify(key)).toBeUndefined();
  });

  it('never asks the store about what cannot be a key', async () => {
    const { store, lookUps } = counting(async () => identity);
    expect(await new Authenticator(store).identify('sk_live_x')).toBeUndefined();
    expect(lookUps).toEqual([]);
  });

  it('tells whose key it is, or was before it expired or was revoked', async () => {
    const { store } = counting(async () => ({ ...identity, expiresAtMs: 900 }));
    const expired = new Authenticator(store, () => 1_000);
    expect(await expired.identify(key)).toBeUndefined();
    expect(await expired.findOwner(hashApiKey(key))).toEqual({ workspaceId: identity.workspaceId, end: 'expired' });
    const valid = new Authenticator(counting(async () => identity).store);
    expect(await valid.findOwner(hashApiKey(key))).toEqual({ workspaceId: identity.workspaceId, end: null });
    const unknown = new Authenticator(counting(async () => undefined).store);
    expect(await unknown.findOwner(hashApiKey(revokedKey))).toEqual({ workspaceId: 'ws_revoked', end: 'revoked' });
    expect(await unknown.findOwner(hashApiKey(key))).toBeUndefined();
  });

  it('D9 refuses a revoked key within 5 seconds', async () => {
    let now = 0;
    let found: Identity | undefined = identity;
    const authenticator = new Authenticator(counting(async () => found).store, () => now);
    await authenticator.identify(key);
    found = undefined;
    now = identityTtlMs;
    expect(await authenticator.identify(key)).toBeUndefined();
    expect(identityTtlMs).toBeLessThan(revocationMsMax);
    expect(revocationMsMax).toBeLessThanOrEqual(5_000);
  });

  it('D9 refuses a revoked key at once when it is told of a change', async () => {
    let found: Identity | undefined = identity;
    const { store, timesForgotten } = counting(async () => found);
    const authenticator = new Authenticator(store, () => 0);
    await authenticator.identify(key);
    found = undefined;
    authenticator.forget();
    expect(await authenticator.identify(key)).toBeUndefined();
    expect(timesForgotten()).toBe(1);
  });

  it('F1 refuses a key from the moment it expires, also from memory', async () => {
    let now = 0;
    const authenticator = new Authenticator(counting(async () => ({ ...identity, expiresAtMs: 100 })).store, () => now);
    expect(await authenticator.identify(key)).toBeDefined();
    now = 100;
    expect(await authenticator.identify(key)).toBeUndefined();
  });

  it('A18 asks again when the clock was set back', async () => {
    let now = 10_000;
    const { store, lookUps } = counting(async () => identity);
    const authenticator = new Authenticator(store, () => now);
    await authenticator.identify(key);
    now = 0;
    await authenticator.identify(key);
    expect(lookUps).toHaveLength(2);
  });

  it('does not remember that the store failed', async () => {
    let fails = true;
    const authenticator = new Authenticator(
      counting(async () => {
        if (fails) throw new Error('down');
        return identity;
      }).store,
      () => 0,
    );
    await expect(authenticator.identify(key)).rejects.toThrow('down');
    fails = false;
    expect(await authenticator.identify(key)).toEqual(identity);
  });

  it('stores when keys were last used, once', async () => {
    const { store, written } = counting(async () => identity);
    const authenticator = new Authenticator(store, () => 42);
    await authenticator.identify(key);
    await authenticator.flushLastUsed();
    await authenticator.flushLastUsed();
    expect(written).toEqual([new Map([['key_1', 42]])]);
  });

  it('writes down later what could not be written down at first', async () => {
    const { store, written } = counting(async () => identity);
    let isDown = true;
    const recordKeyUse: KeyLookups['recordKeyUse'] = async (lastUsedMs) => {
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
