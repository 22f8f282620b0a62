/** A store that the contract of drivers opens, closes and replaces, with a table of notes for each test. For tests only. */
import type { Harness } from './harness.fixture.ts';
import type { ReadLimits, Table, Warehouse } from '../port.ts';

interface Note {
  n: number;
  text: string;
}

export const note = (n: number, text = ''): Note => ({ n, text });

const notesTable = (name: string): Table<Note> => ({
  name,
  columns: [
    { name: 'n', type: 'UInt32', value: (row) => row.n },
    { name: 'text', type: 'String', value: (row) => row.text },
  ],
});

export class DriverRig {
  readonly #createHarness: () => Promise<Harness>;
  #harness: Harness | undefined;
  #warehouse: Warehouse | undefined;
  #openLimits: string | undefined;
  #tables = 0;

  constructor(createHarness: () => Promise<Harness>) {
    this.#createHarness = createHarness;
  }

  get warehouse(): Warehouse {
    if (!this.#warehouse) throw new Error('The store has never been opened');
    return this.#warehouse;
  }

  /** The table of the test. */
  get notes(): Table<Note> {
    return notesTable(`notes_${this.#tables}`);
  }

  /** Opens the store. Opens it again only if it is open with other limits, because opening is slow. */
  async open(limits: Partial<ReadLimits> = {}): Promise<void> {
    if (this.#openLimits === JSON.stringify(limits)) return;
    await this.close();
    this.#harness ??= await this.#createHarness();
    this.#warehouse = await this.#harness.open(limits);
    this.#openLimits = JSON.stringify(limits);
  }

  /** Opens the store, and creates an empty table of notes in it. */
  async openNotes(limits?: Partial<ReadLimits>): Promise<void> {
    await this.open(limits);
    this.#tables += 1;
    await this.warehouse.command({
      sql: `CREATE TABLE ${this.notes.name} (n UInt32, text String) ENGINE = MergeTree ORDER BY n
        SETTINGS non_replicated_deduplication_window = 1000, fsync_after_insert = 1, fsync_part_directory = 1`,
    });
  }

  stored(): Promise<Note[]> {
    return this.warehouse.read<Note>({ sql: `SELECT n, text FROM ${this.notes.name} ORDER BY n, text` });
  }

  async numbers(): Promise<number[]> {
    return (await this.stored()).map(({ n }) => n);
  }

  async close(): Promise<void> {
    if (this.#openLimits === undefined) return;
    this.#openLimits = undefined;
    await this.warehouse.close();
  }

  /** Closes and removes the store: the next one is new. */
  async remove(): Promise<void> {
    await this.close();
    await this.#harness?.remove();
    this.#harness = undefined;
  }
}
