/** A key store on a separate warehouse, with a clock that tests advance. */
import type { Warehouse } from '../driver/port.ts';
import type { Harness } from '../driver/contract/harness.fixture.ts';
import { migrate } from '../schema/migrate.ts';
import type { IssuedKey } from './api-keys.ts';
import { createKeyStore, type KeyStore } from './key-store.ts';

interface Opened {
  warehouse: Warehouse;
  store: KeyStore;
}

export class StoreRig {
  /** The current time of the store. */
  nowMs = Date.parse('2026-03-01T10:00:00.123Z');
  readonly #createHarness: () => Promise<Harness>;
  #harness: Harness | undefined;
  #opened: Opened | undefined;

  constructor(createHarness: () => Promise<Harness>) {
    this.#createHarness = createHarness;
  }

  async start(): Promise<void> {
    this.#harness = await this.#createHarness();
    this.#opened = await this.#open(this.#harness);
  }

  async reopen(): Promise<void> {
    if (!this.#harness) throw notStarted();
    await this.warehouse.close();
    this.#opened = await this.#open(this.#harness);
  }

  async stop(): Promise<void> {
    await this.warehouse.close();
    await this.#harness?.remove();
  }

  get warehouse(): Warehouse {
    return this.#running.warehouse;
  }

  get store(): KeyStore {
    return this.#running.store;
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

  get #running(): Opened {
    if (!this.#opened) throw notStarted();
    return this.#opened;
  }

  async #open(harness: Harness): Promise<Opened> {
    const warehouse = await harness.open();
    await migrate(warehouse, () => this.nowMs);
    return { warehouse, store: createKeyStore(warehouse, () => this.nowMs) };
  }
}

function notStarted(): Error {
  return new Error('the rig has not been started');
}
