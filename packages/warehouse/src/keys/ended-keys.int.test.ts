/** Facts in the key store for the people of a workspace, and for no caller: the workspace of a revoked key, and the site of a page without a key. */
import { hashApiKey } from '@footfall/auth';
import { drivers } from '../driver/contract/harnesses.fixture.ts';
import { migrate } from '../schema/migrate.ts';
import { createKeyStore } from './key-store.ts';

describe.each(drivers())('the key store, on the $driver driver', ({ createHarness }) => {
  it('knows the workspace of a revoked key until the workspace is deleted, and the site of each workspace', async () => {
    const harness = await createHarness();
    const warehouse = await harness.open();
    try {
      await migrate(warehouse, Date.now);
      const store = createKeyStore(warehouse, Date.now);
      const { workspaceId } = await store.createWorkspace({ name: 'Shop', domain: 'shop.test' });
      const site = { workspaceId, domain: 'shop.test', allowedOrigins: ['shop.test', '*.shop.test'] };
      const { keyId, key } = await store.createKey(workspaceId, { type: 'public' });
      const hash = hashApiKey(key);
      expect(await store.workspaceOfRevokedKey(hash)).toBeUndefined();
      await store.revokeKey(keyId);
      expect(await store.workspaceOfRevokedKey(hash)).toBe(workspaceId);
      expect(await store.findIdentity(hash)).toBeUndefined();
      expect(await store.sites()).toEqual([site]);
      await store.deleteWorkspace(workspaceId);
      expect(await store.workspaceOfRevokedKey(hash)).toBeUndefined();
      expect(await store.sites()).toEqual([]);
    } finally {
      await warehouse.close();
      await harness.remove();
    }
  });
});
