import { mkdtemp, rm } from 'node:fs/promises';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Session } from 'chdb';
import { openEmbedded } from './embedded.ts';
import type { Table, Warehouse } from '../port.ts';

const notes: Table<number> = { name: 'notes', columns: [{ name: 'n', type: 'UInt8', value: (n) => n }] };
const numbers = async (warehouse: Warehouse) =>
  (await warehouse.read<{ n: number }>({ sql: 'SELECT n FROM notes ORDER BY n' })).map(({ n }) => n);

describe('a kill between the record of a block and the renaming of its part', () => {
  let path: string;
  beforeEach(async () => {
    path = await mkdtemp(join(tmpdir(), 'footfall-repair-'));
  });
  afterEach(() => rm(path, { recursive: true }));

  const use = async (work: (warehouse: Warehouse) => Promise<void>) => {
    const warehouse = await openEmbedded({ path });
    await work(warehouse);
    await warehouse.close();
  };
  const insertTwo = async (warehouse: Warehouse) => {
    await warehouse.command({
      sql: `CREATE TABLE notes (n UInt8) ENGINE = MergeTree ORDER BY n
        SETTINGS non_replicated_deduplication_window = 1000, fsync_after_insert = 1, fsync_part_directory = 1`,
    });
    await warehouse.insert(notes, [1], 'first');
    await warehouse.insert(notes, [2], 'second');
  };
  const retry = async (warehouse: Warehouse) => {
    await warehouse.insert(notes, [2], 'second');
    await warehouse.insert(notes, [1], 'first');
  };
  /** Creates the state of the disk at that moment: the newest record exists, but its part does not. */
  const loseNewestPart = () => {
    const store = join(path, 'store');
    const table = readdirSync(store)
      .flatMap((prefix) => readdirSync(join(store, prefix)).map((id) => join(store, prefix, id)))
      .find((directory) => readdirSync(directory).includes('deduplication_logs'));
    if (!table) throw new Error('No table has a deduplication log');
    const log = readFileSync(join(table, 'deduplication_logs', 'deduplication_log_1.txt'), 'utf8');
    const part = log.trimEnd().split('\n').at(-1)?.split('\t')[1] ?? '';
    rmSync(join(table, part), { recursive: true });
  };

  it('A4 loses nothing: the retry of the block is stored, once', async () => {
    await use(insertTwo);
    loseNewestPart();
    await use(async (warehouse) => {
      expect(await numbers(warehouse)).toEqual([1]);
      await retry(warehouse);
      await retry(warehouse);
      expect(await numbers(warehouse)).toEqual([1, 2]);
    });
    await use(async (warehouse) => {
      await retry(warehouse);
      expect(await numbers(warehouse)).toEqual([1, 2]);
    });
  });

  it('A5 would lose the block without the repair: the engine treats the retry as a duplicate', async () => {
    await use(insertTwo);
    loseNewestPart();
    const engine = new Session(path);
    engine.query("INSERT INTO footfall.notes SETTINGS insert_deduplication_token = 'second' VALUES (2)");
    expect(engine.query('SELECT n FROM footfall.notes', 'TSV').trim()).toBe('1');
    engine.close();
  });

  it('does not change an undamaged table', async () => {
    await use(insertTwo);
    await use(async (warehouse) => {
      await retry(warehouse);
      await warehouse.command({ sql: 'OPTIMIZE TABLE notes FINAL' });
    });
    await use(async (warehouse) => {
      await retry(warehouse);
      expect(await numbers(warehouse)).toEqual([1, 2]);
    });
  });
});
