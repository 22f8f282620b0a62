/** The promises of the key store, on every driver. */
import { drivers } from '../driver/contract/harnesses.fixture.ts';
import { apiKeysContract } from './api-keys.contract.ts';
import { keyExpiryContract } from './key-expiry.contract.ts';
import { KeyStoreRig } from './key-store-rig.fixture.ts';
import { workspacesContract } from './workspaces.contract.ts';

describe.each(drivers())('on the $driver driver', ({ createHarness }) => {
  const rig = new KeyStoreRig(createHarness);
  beforeAll(() => rig.start());
  afterAll(() => rig.stop());

  describe('workspaces', () => {
    workspacesContract(rig);
  });
  describe('keys', () => {
    apiKeysContract(rig);
  });
  describe('keys that expire', () => {
    keyExpiryContract(rig);
  });

  it('keeps everything when the store is reopened', async () => {
    const { workspaceId, keyId, key } = await rig.createTenant();
    const revoked = await rig.createTenant();
    await rig.store.revokeKey(revoked.keyId);
    const before = await rig.store.listWorkspaces();
    await rig.reopen();
    expect(await rig.store.listWorkspaces()).toEqual(before);
    expect(await rig.store.identify(key)).toMatchObject({ workspaceId, keyId });
    expect(await rig.store.identify(revoked.key)).toBeUndefined();
  });
});
