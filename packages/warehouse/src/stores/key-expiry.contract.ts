/** The promises of the key store about keys that expire, on every driver. */
import { failure } from '../driver/contract/failure.fixture.ts';
import type { KeyStoreRig } from './key-store-rig.fixture.ts';

/** Registers the tests. */
export function keyExpiryContract(rig: KeyStoreRig): void {
  const hour = 3_600_000;
  const expiryOf = async ({ key }: { key: string }) => (await rig.store.identify(key))?.expiresAtMs;
  const createUntil = async (expiresAtMs: number) => {
    const { workspaceId } = await rig.store.createWorkspace({ name: 'W' });
    return rig.store.createKey(workspaceId, { type: 'public', expiresAt: new Date(expiresAtMs).toISOString() });
  };

  it('F1 are rejected from the moment they expire', async () => {
    const { key } = await createUntil(rig.nowMs + hour);
    rig.nowMs += hour - 1;
    expect(await rig.store.identify(key)).toBeDefined();
    rig.nowMs += 1;
    expect(await rig.store.identify(key)).toBeUndefined();
    rig.nowMs -= hour;
  });

  it('G10 are replaced by a key with the same expiry', async () => {
    const expiresAtMs = rig.nowMs + hour;
    const old = await createUntil(expiresAtMs);
    const fresh = await rig.store.rotateKey(old.keyId, 60);
    expect(fresh.expiresAt).toBe(old.expiresAt);
    expect(await expiryOf(fresh)).toBe(expiresAtMs);
    expect(await expiryOf(old)).toBe(rig.nowMs + 60_000);
  });

  it('G10 are not extended by a grace period', async () => {
    const old = await createUntil(rig.nowMs + 1000);
    await rig.store.rotateKey(old.keyId, 3600);
    expect(await expiryOf(old)).toBe(rig.nowMs + 1000);
  });

  it('G10 cannot be rotated after their expiry or the end of their grace period', async () => {
    const expired = await createUntil(rig.nowMs + hour);
    const replaced = await rig.createTenant();
    await rig.store.rotateKey(replaced.keyId, 3600);
    rig.nowMs += hour;
    expect(await failure(rig.store.rotateKey(expired.keyId, 0))).toBe('CONFLICT');
    expect(await failure(rig.store.rotateKey(replaced.keyId, 0))).toBe('CONFLICT');
    expect(await rig.store.listKeys(expired.workspaceId)).toHaveLength(1);
    rig.nowMs -= hour;
  });

  it('G10 pass on their original expiry, not the end of their grace period, when rotated again within it', async () => {
    const old = await createUntil(rig.nowMs + hour);
    await rig.store.rotateKey(old.keyId, 60);
    expect((await rig.store.rotateKey(old.keyId, 3600)).expiresAt).toBe(old.expiresAt);
    expect(await expiryOf(old)).toBe(rig.nowMs + 60_000);
    const endless = await rig.createTenant();
    await rig.store.rotateKey(endless.keyId, 60);
    expect((await rig.store.rotateKey(endless.keyId, 60)).expiresAt).toBeNull();
  });

  it('G10 keep their expiry if they were issued before it had a separate column', async () => {
    const old = await createUntil(rig.nowMs + hour);
    const endless = await rig.createTenant();
    const before = (keyId: string) =>
      rig.warehouse.command({
        sql: `ALTER TABLE api_keys UPDATE own_expires_at = 0 WHERE key_id = {keyId:String} SETTINGS mutations_sync = 2`,
        params: { keyId },
      });
    await before(old.keyId);
    await before(endless.keyId);
    expect((await rig.store.rotateKey(old.keyId, 60)).expiresAt).toBe(old.expiresAt);
    expect((await rig.store.rotateKey(endless.keyId, 60)).expiresAt).toBeNull();
  });
}
