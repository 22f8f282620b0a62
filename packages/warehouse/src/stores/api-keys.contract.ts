/** The promises of the key store about keys, on every driver. */
import { generateApiKey, hashToken, isWellFormedApiKey } from '@footfall/auth';
import { AppError } from '@footfall/errors';
import { asShared, wrapPort } from '@footfall/test-servers';
import { failure } from '../driver/contract/failure.fixture.ts';
import { withSnapshotClock } from './snapshot-clock.fixture.ts';
import type { KeyStoreRig } from './key-store-rig.fixture.ts';
import { createKeyStore } from './key-store.ts';

/** Registers the tests. */
export function apiKeysContract(rig: KeyStoreRig): void {
  it('are shown once, and resolve to everything that a request needs', async () => {
    const { workspaceId } = await rig.store.createWorkspace({ name: 'W', plan: 'pro', domain: 'a.example' });
    const expiresAt = '2026-04-01T00:00:00.000Z';
    const { key, ...shown } = await rig.store.createKey(workspaceId, { type: 'public', name: "it's", expiresAt });
    expect(isWellFormedApiKey(key)).toBe(true);
    expect(shown).toEqual({
      keyId: expect.stringMatching(/^key_/),
      workspaceId,
      type: 'public',
      name: "it's",
      lastFour: key.slice(-4),
      createdAt: '2026-03-01T10:00:00.123Z',
      expiresAt,
      revokedAt: null,
      lastUsedAt: null,
    });
    expect(await rig.store.listKeys(workspaceId)).toEqual([shown]);
    expect(await rig.store.identify(key)).toEqual({
      keyId: shown.keyId,
      type: 'public',
      workspaceId,
      plan: 'pro',
      domain: 'a.example',
      allowedOrigins: ['a.example', '*.a.example'],
      expiresAtMs: Date.parse(expiresAt),
    });
    expect(await rig.store.identify(generateApiKey('public'))).toBeUndefined();
  });

  it('never expire if their expiry is later than a table can store', async () => {
    const { workspaceId } = await rig.store.createWorkspace({ name: 'W' });
    const { expiresAt, key } = await rig.store.createKey(workspaceId, {
      type: 'secret',
      expiresAt: '9999-12-31T23:59:59Z',
    });
    expect([expiresAt, (await rig.store.identify(key))?.expiresAtMs]).toEqual(['9999-12-31T23:59:59.000Z', null]);
  });

  it('D9 are rejected at the next lookup after a revocation, and remain listed', async () => {
    const { workspaceId, keyId, key } = await rig.createTenant();
    expect(await rig.store.identify(key)).toBeDefined();
    await rig.store.revokeKey(keyId);
    expect(await rig.store.identify(key)).toBeUndefined();
    expect(await rig.store.listKeys(workspaceId)).toMatchObject([{ keyId, revokedAt: '2026-03-01T10:00:00.123Z' }]);
    expect(await failure(rig.store.rotateKey(keyId, 0))).toBe('CONFLICT');
  });

  it('D9 are rejected if they were revoked during a lookup', async () => {
    const { keyId, key } = await rig.createTenant();
    await Promise.all([rig.store.identify(key), rig.store.revokeKey(keyId), rig.store.identify(key)]);
    expect(await rig.store.identify(key)).toBeUndefined();
  });

  it('remain revoked, whatever this or another process writes at the same time', async () => {
    const { keyId, key } = await rig.createTenant();
    const other = createKeyStore(rig.warehouse, () => rig.nowMs);
    expect(await other.identify(key)).toBeDefined();
    await Promise.allSettled([
      other.rotateKey(keyId, 3600),
      rig.store.revokeKey(keyId),
      other.flushLastUsed(),
      other.rotateKey(keyId, 3600),
    ]);
    expect(await rig.store.identify(key)).toBeUndefined();
  });

  it('are replaced by a key of the same type and name, and expire after the grace period', async () => {
    const { workspaceId } = await rig.store.createWorkspace({ name: 'W' });
    const old = await rig.store.createKey(workspaceId, { type: 'public', name: 'Site' });
    const fresh = await rig.store.rotateKey(old.keyId, 60);
    expect(fresh).toMatchObject({ workspaceId, type: 'public', name: 'Site', expiresAt: null });
    expect(fresh.key).not.toBe(old.key);
    expect((await rig.store.identify(old.key))?.expiresAtMs).toBe(rig.nowMs + 60_000);
    expect((await rig.store.identify(fresh.key))?.expiresAtMs).toBeNull();
  });

  it('record the time of their last use, in whatever order uses are stored', async () => {
    const { workspaceId, key } = await rig.createTenant();
    for (const seconds of [5, 2]) {
      const used = createKeyStore(rig.warehouse, () => rig.nowMs + seconds * 1000);
      expect(await used.identify(key)).toBeDefined();
      await used.flushLastUsed();
      await used.flushLastUsed();
    }
    expect(await rig.store.listKeys(workspaceId)).toMatchObject([{ lastUsedAt: '2026-03-01T10:00:05.123Z' }]);
  });

  it('are found synchronously once they are in memory', async () => {
    const { keyId, key } = await rig.createTenant();
    await rig.store.identify(key);
    expect(rig.store.identify(key)).toMatchObject({ keyId });
  });

  it('are not looked up if they are malformed', () =>
    withSnapshotClock(async (advance) => {
      let reads = 0;
      const counted = wrapPort(asShared(rig.warehouse), ({ method }, proceed) => {
        if (method === 'read') reads += 1;
        return proceed();
      });
      const store = createKeyStore(counted, () => rig.nowMs);
      await store.identify(generateApiKey('secret'));
      advance(60_000);
      const before = reads;
      expect(store.identify('sk_live_x')).toBeUndefined();
      expect(reads).toBe(before);
      await store.identify(generateApiKey('secret'));
      expect(reads).toBe(2 * before);
    }));

  it('cannot be identified while the store does not respond', async () => {
    const { key } = await rig.createTenant();
    const down = wrapPort(rig.warehouse, () => Promise.reject(new AppError('UNAVAILABLE', 'The store is down')));
    const store = createKeyStore(down, () => rig.nowMs);
    expect(await failure(Promise.resolve(store.identify(key)))).toBe('UNAVAILABLE');
  });

  it('are found with their workspace after they have expired or were revoked, until it is deleted, as is its site', async () => {
    let { nowMs } = rig;
    const store = createKeyStore(rig.warehouse, () => nowMs);
    const { workspaceId } = await store.createWorkspace({ name: 'Shop', domain: 'shop.test' });
    const sites = async () => (await store.sites()).filter((site) => site.workspaceId === workspaceId);
    const expiresAt = new Date(nowMs + 1_000).toISOString();
    const { keyId, key } = await store.createKey(workspaceId, { type: 'public', expiresAt });
    const hash = hashToken(key);
    expect(await store.findOwner(hash)).toEqual({ keyId, workspaceId, end: null });
    nowMs += 1_000;
    expect(await store.findOwner(hash)).toEqual({ keyId, workspaceId, end: 'expired' });
    await store.revokeKey(keyId);
    expect(await store.findOwner(hash)).toEqual({ keyId, workspaceId, end: 'revoked' });
    expect(await store.identify(key)).toBeUndefined();
    expect(await store.findOwner(hashToken(`${key}x`))).toBeUndefined();
    expect(await sites()).toEqual([{ workspaceId, domain: 'shop.test', allowedOrigins: ['shop.test', '*.shop.test'] }]);
    await store.deleteWorkspace(workspaceId);
    expect(await store.findOwner(hash)).toBeUndefined();
    expect(await sites()).toEqual([]);
  });

  it('and workspaces that do not exist are NOT_FOUND', async () => {
    const attempts = [
      rig.store.getWorkspace('ws_none'),
      rig.store.updateWorkspace('ws_none', {}),
      rig.store.deleteWorkspace('ws_none'),
      rig.store.createKey('ws_none', { type: 'public' }),
      rig.store.listKeys('ws_none'),
      rig.store.rotateKey('key_none', 0),
      rig.store.revokeKey('key_none'),
    ];
    expect(await Promise.all(attempts.map(failure))).toEqual(attempts.map(() => 'NOT_FOUND'));
  });
}
