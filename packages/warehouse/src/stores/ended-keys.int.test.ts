/** Facts in the key store for the people of a workspace, never for callers: the owner of a former key, and the site of a page without a key. */
import { hashApiKey } from '@footfall/auth';
import { drivers } from '../driver/contract/harnesses.fixture.ts';
import { migrate } from '../schema/migrate.ts';
import { createKeyStore } from './key-store.ts';

describe.each(drivers())('the key store, on the $driver driver', ({ createHarness }) => {
  it('returns the workspace of a key that has expired or was revoked, until the workspace is deleted, and the site of each workspace', async () => {
    const harness = await createHarness();
    const warehouse = await harness.open();
    try {
      await migrate(warehouse, Date.now);
      let nowMs = Date.parse('2026-03-01T10:00:00.123Z');
      const store = createKeyStore(warehouse, () => nowMs);
      const { workspaceId } = await store.createWorkspace({ name: 'Shop', domain: 'shop.test' });
      const site = { workspaceId, domain: 'shop.test', allowedOrigins: ['shop.test', '*.shop.test'] };
      const expiresAt = new Date(nowMs + 1_000).toISOString();
      const { keyId, key } = await store.createKey(workspaceId, { type: 'public', expiresAt });
      const hash = hashApiKey(key);
      expect(await store.findOwner(hash)).toEqual({ keyId, workspaceId, end: null });
      nowMs += 1_000;
      expect(await store.findOwner(hash)).toEqual({ keyId, workspaceId, end: 'expired' });
      await store.revokeKey(keyId);
      expect(await store.findOwner(hash)).toEqual({ keyId, workspaceId, end: 'revoked' });
      expect(await store.identify(key)).toBeUndefined();
      expect(await store.findOwner(hashApiKey(`${key}x`))).toBeUndefined();
      expect(await store.sites()).toEqual([site]);
      await store.deleteWorkspace(workspaceId);
      expect(await store.findOwner(hash)).toBeUndefined();
      expect(await store.sites()).toEqual([]);
    } finally {
      await warehouse.close();
      await harness.remove();
    }
  });
});
