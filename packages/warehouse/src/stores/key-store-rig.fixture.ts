/** A key store on a separate warehouse, and the data of its tests. */
import type { Harness } from '../driver/contract/harness.fixture.ts';
import type { IssuedKey } from './api-keys.ts';
import { createKeyStore, type KeyStore } from './key-store.ts';
import { StoreRig } from './store-rig.fixture.ts';

export class KeyStoreRig extends StoreRig<KeyStore> {
  constructor(createHarness: () => Promise<Harness>) {
    super(createHarness, createKeyStore);
  }

  /** Creates a workspace with a secret key. */
  async createTenant(): Promise<IssuedKey> {
    const { workspaceId } = await this.store.createWorkspace({ name: 'Tenant' });
    return this.store.createKey(workspaceId, { type: 'secret' });
  }

  /** Stores three events. */
  async addEvents(workspaceId: string): Promise<void> {
    const sql = `INSERT INTO events (workspace_id, timestamp) SELECT {workspaceId:String}, number FROM numbers(3)`;
    await this.warehouse.command({ sql, params: { workspaceId } });
  }

  async countEvents(workspaceId: string): Promise<number | undefined> {
    const sql = 'SELECT count() AS n FROM events WHERE workspace_id = {workspaceId:String}';
    return (await this.warehouse.read<{ n: number }>({ sql, params: { workspaceId } }))[0]?.n;
  }
}
