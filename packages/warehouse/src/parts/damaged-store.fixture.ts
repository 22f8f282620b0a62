/** A small embedded store whose parts stay as they were inserted, copies of it to damage, and ways to damage a file. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { enrichedEvent } from '@footfall/schemas/fixture';
import { createKeyStore } from '../stores/key-store.ts';
import { createPeopleStore } from '../stores/people-store.ts';
import { openWarehouse } from '../open.ts';
import type { Warehouse } from '../driver/port.ts';
import { eventsTable } from '../schema/events-table.ts';
import type { LinkRecord } from '../stores/sign-in-links.ts';

const batchRows = 50;
const tables = ['events', 'api_keys', 'people'] as const;

export interface PartDirectory {
  table: string;
  part: string;
  /** Relative to the data directory. */
  path: string;
  /** A hash of all rows in any order. */
  hash: string;
}

export class DamagedStore {
  readonly dataDir: string;
  readonly #whole: string;
  readonly #root = mkdtempSync(join(tmpdir(), 'footfall-damage-'));
  /** The parts in the order of their names. */
  parts: PartDirectory[] = [];

  constructor() {
    this.#whole = join(this.#root, 'whole');
    this.dataDir = join(this.#root, 'damaged');
  }

  /** Creates as many parts of events, and of keys, as one of them has kinds of files, and a part each for the only owner and for another person. `isWide`: each column has separate files. */
  async make(isWide = false): Promise<void> {
    const warehouse = await openWarehouse({ DATA_DIR: this.#whole });
    const setAll = async (setting: string) => {
      for (const table of tables) await warehouse.command({ sql: `ALTER TABLE ${table} MODIFY SETTING ${setting}` });
    };
    const syncs = (value: 0 | 1) => setAll(`fsync_after_insert = ${value}, fsync_part_directory = ${value}`);
    await setAll('max_bytes_to_merge_at_max_space_in_pool = 1');
    await setAll(`min_bytes_for_wide_part = ${isWide ? 0 : 1_000_000}`);
    // Thousands of files: nothing here outlives the machine.
    await syncs(0);
    const keys = createKeyStore(warehouse, Date.now);
    const { workspaceId } = await keys.createWorkspace({ name: 'Damaged' });
    await fill(warehouse, 'events', (batch) => insertBatch(warehouse, batch));
    await fill(warehouse, 'api_keys', () => keys.createKey(workspaceId, { type: 'secret' }));
    await createPeople(warehouse);
    await syncs(1);
    this.parts = [];
    for (const table of tables) {
      const parts = await warehouse.read<PartDirectory>({
        sql: `SELECT table, name AS part, path FROM system.parts
              WHERE active AND database = currentDatabase() AND table = '${table}' ORDER BY min_block_number`,
      });
      for (const part of parts) {
        const hash = await hashOf(warehouse, part);
        this.parts.push({ ...part, path: relative(this.#whole, part.path), hash });
      }
    }
    await warehouse.close();
  }

  /** Names of files of the parts of a table, one of each kind. */
  files(table: string): string[] {
    const [part] = this.partsOf(table);
    return part ? filesIn(join(this.#whole, part.path)) : [];
  }

  partsOf(table: string): PartDirectory[] {
    return this.parts.filter((part) => part.table === table);
  }

  /** Puts an undamaged copy into `dataDir`. */
  restore(): void {
    rmSync(this.dataDir, { recursive: true, force: true });
    cpSync(this.#whole, this.dataDir, { recursive: true });
  }

  remove(): void {
    rmSync(this.#root, { recursive: true });
  }
}

/** Resolves with a hash of all rows of a part; with the error if it cannot be read. */
export async function hashOf(
  warehouse: Pick<Warehouse, 'read'>,
  { table, part }: Pick<PartDirectory, 'table' | 'part'>,
): Promise<string> {
  const sql = `SELECT concat(toString(count()), ' ', toString(sum(cityHash64(*)))) AS hash FROM ${table} WHERE _part = '${part}'`;
  return warehouse.read<{ hash: string }>({ sql }).then(
    ([row]) => row?.hash ?? 'no rows',
    (error: unknown) => `unreadable: ${String(error)}`,
  );
}

/** Inserts one part, and then one for each other file that it has. */
async function fill(
  warehouse: Warehouse,
  table: string,
  insertPart: (batch: number) => Promise<unknown>,
): Promise<void> {
  await insertPart(0);
  const [part] = await warehouse.read<{ path: string }>({
    sql: `SELECT path FROM system.parts WHERE active AND database = currentDatabase() AND table = '${table}'`,
  });
  const files = part ? filesIn(part.path).length : 0;
  for (let batch = 1; batch < files; batch += 1) await insertPart(batch);
}

/** Names of files of a part, one of each kind: the files of a wide part's columns differ in the names of their columns alone. */
function filesIn(part: string): string[] {
  const kindOf = (file: string) => file.replace(/^(?!data\.|skp_idx_)[^.]+(?=.*\.(bin|cmrk\d)$)/, '');
  const byKind = new Map(readdirSync(part).map((file) => [kindOf(file), file]));
  return [...byKind.values()].toSorted();
}

/** Creates the owner, and then another person. */
async function createPeople(warehouse: Warehouse): Promise<void> {
  const people = createPeopleStore(warehouse, Date.now);
  const redeem = async (link: Pick<LinkRecord, 'kind' | 'role' | 'email'>) => {
    const { token } = await people.createLink({
      ...link,
      personId: null,
      name: null,
      workspaceId: null,
      issuedBy: null,
    });
    await people.redeemLink(token, {}, undefined, 'Firefox on Linux');
  };
  await redeem({ kind: 'owner', role: 'owner', email: null });
  await redeem({ kind: 'invitation', role: 'member', email: 'b@example.com' });
}

/** Inserts a part of events. */
export async function insertBatch(warehouse: Warehouse, batch: number): Promise<void> {
  const rows = Array.from({ length: batchRows }, (_, at) => {
    const offset = batch * batchRows + at;
    const id = `0198c7e2-aaaa-7bbb-8ccc-${String(offset).padStart(12, '0')}`;
    return { ...enrichedEvent({ id }), topicId: 'log', partition: 0, offset };
  });
  await warehouse.insert(eventsTable, rows, `log:0:${batch}`);
}

/** Ways to damage a file. */
export const damages: Readonly<Record<string, (path: string) => void>> = {
  deleted: (path) => rmSync(path),
  emptied: (path) => truncateSync(path, 0),
  truncated: (path) => truncateSync(path, Math.floor(statSync(path).size / 2)),
  'flipped at its start': (path) => flip(path, () => 0),
  'flipped in its middle': (path) => flip(path, (size) => Math.floor(size / 2)),
  'flipped at its end': (path) => flip(path, (size) => size - 1),
};

function flip(path: string, at: (size: number) => number): void {
  const bytes = readFileSync(path);
  const index = at(bytes.length);
  bytes[index] = (bytes[index] ?? 0) ^ 0x10;
  writeFileSync(path, bytes);
}
