/** A store on a separate warehouse, with a clock that tests advance. */
import type { Warehouse } from '../driver/port.ts';
import type { Harness } from '../driver/contract/harness.fixture.ts';
import { migrate } from '../schema/migrate.ts';

interface Opened<Store> {
  warehouse: Warehouse;
  store: Store;
}

export class StoreRig<Store> {
  /** The current time of the store. */
  nowMs = Date.parse('2026-03-01T10:00:00.123Z');
  readonly #createHarness: () => Promise<Harness>;
  readonly #createStore: (warehouse: Warehouse, now: () => number) => Store;
  #harness: Harness | undefined;
  #opened: Opened<Store> | undefined;

  constructor(createHarness: () => Promise<Harness>, createStore: (warehouse: Warehouse, now: () => number) => Store) {
    this.#createHarness = createHarness;
    this.#createStore = createStore;
  }

  async start(): Promise<void> {
    this.#harness = await this.#createHarness();
    this.#opened = await this.#open(this.#harness);
  }

  /** Closes the warehouse and opens it again, as a restart does. */
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

  get store(): Store {
    return this.#running.store;
  }

  get #running(): Opened<Store> {
    if (!this.#opened) throw notStarted();
    return this.#opened;
  }

  async #open(harness: Harness): Promise<Opened<Store>> {
    const now = () => this.nowMs;
    const warehouse = await harness.open();
    await migrate(warehouse, now);
    return { warehouse, store: this.#createStore(warehouse, now) };
  }
}

function notStarted(): Error {
  return new Error('the rig has not been started');
}
