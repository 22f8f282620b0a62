/** Messages of a start on a store with damaged parts. */
import { readdirSync, renameSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { AppError, StartError, unavailable } from '@footfall/errors';
import { wrapPort } from '@footfall/test-servers';
import { openEmbedded } from '../driver/embedded/embedded.ts';
import type { Warehouse } from '../driver/port.ts';
import { openWarehouse, repairWarehouse } from '../open.ts';
import { damages, DamagedStore, hashOf, insertBatch, type PartDirectory } from './damaged-store.fixture.ts';
import type { CheckLimits } from './find-unreadable.ts';
import { findDamaged, fullCheckLimits, requireLoadedParts, startCheckLimits } from './require-whole.ts';

/** Resolves with the message that refuses a start on `dataDir`; "started" if there is none. */
async function start(dataDir: string): Promise<string> {
  try {
    await (await openWarehouse({ DATA_DIR: dataDir })).close();
    return 'started';
  } catch (error) {
    if (error instanceof StartError) return error.message;
    throw error;
  }
}

const merge = (warehouse: Warehouse) => warehouse.command({ sql: 'OPTIMIZE TABLE events FINAL' });

async function count(warehouse: Warehouse): Promise<number | undefined> {
  const [found] = await warehouse.read<{ rows: number }>({ sql: 'SELECT count() AS rows FROM events' });
  return found?.rows;
}

/** Registers the tests of damage to files, in `ways`. */
function refusesDamagedFiles(store: DamagedStore, ways: readonly string[]): void {
  /** Returns each file of a part of `table`, each in another part. */
  const filesOf = (table: string) =>
    store.files(table).map((file, index) => {
      const part = store.partsOf(table)[index];
      if (!part) throw new Error(`The store has too few parts for the files of ${table}`);
      return { part, file };
    });

  it.each(ways)('G3 is refused with the name of a part, or is complete, if a file is %s', async (how) => {
    const damaged: { part: PartDirectory; file: string }[] = [...filesOf('events'), ...filesOf('api_keys')];
    store.restore();
    for (const { part, file } of damaged) damages[how]?.(join(store.dataDir, part.path, file));
    const refusal = await start(store.dataDir);
    expect(refusal).toMatch(/^Table (events|api_keys): part \w+ is damaged \(and \d+ more\): .*footfall repair/);
    // The refusal names the first one; all of them are found.
    const warehouse = await openEmbedded({ path: join(store.dataDir, 'clickhouse') });
    const { damaged: found } = await findDamaged(warehouse, {
      limits: startCheckLimits,
      now: Date.now,
    });
    const silent: string[] = [];
    for (const { part, file } of damaged) {
      const isNamed = found.some((one) => one.table === part.table && one.part === part.part);
      if (!isNamed && (await hashOf(warehouse, part)) !== part.hash) silent.push(`${part.table}: ${file}`);
    }
    const others = store.parts.filter((part) => !damaged.some((one) => one.part === part));
    const accused = found.filter((one) => others.some(({ table, part }) => table === one.table && part === one.part));
    await warehouse.close();
    expect(silent).toEqual([]);
    expect(accused).toEqual([]);
  });
}

describe('a store of compact parts', () => {
  const store = new DamagedStore();
  beforeAll(() => store.make());
  afterAll(() => store.remove());

  refusesDamagedFiles(store, Object.keys(damages));

  it.each(['events', 'api_keys', 'people'])(
    'G3 is refused with the name of a part of %s whose directory is missing',
    async (table) => {
      const [part] = store.partsOf(table);
      store.restore();
      rmSync(join(store.dataDir, part?.path ?? ''), { recursive: true });
      expect(await start(store.dataDir)).toMatch(
        new RegExp(`^Table ${table}: part ${part?.part} is damaged: it was inserted, but is no longer on the disk`),
      );
    },
  );

  it.each([
    ['an unreadable part', 'flipped in its middle'],
    ['a part that the engine set aside', 'emptied'],
  ])('G3 opens after a repair once the files of %s are deleted', async (_what, how) => {
    store.restore();
    const [part] = store.partsOf('events');
    const path = join(store.dataDir, part?.path ?? '');
    damages[how]?.(join(path, how === 'emptied' ? 'columns.txt' : 'data.bin'));
    const { damaged } = await repairWarehouse({ DATA_DIR: store.dataDir }, { isDryRun: false });
    expect(damaged[0]).toMatchObject({ fault: how === 'emptied' ? 'set aside' : 'unreadable' });
    expect(await start(store.dataDir)).toBe('started');
    rmSync(join(path, '../detached'), { recursive: true });
    expect(await start(store.dataDir)).toBe('started');
  });

  it('skips parts that cannot be read within the limits at a start, but not in a repair', async () => {
    store.restore();
    const warehouse = await openEmbedded({ path: join(store.dataDir, 'clickhouse') });
    const findAfter = (code: number, limits: CheckLimits) => {
      const fault = () => {
        throw unavailable('The store cannot read the part', { cause: new Error(`Code: ${code}. DB::Exception`) });
      };
      const failing = wrapPort(warehouse, ({ text }, proceed) => (/read CHECK/.test(text) ? fault() : proceed()));
      return findDamaged(failing, { limits, now: Date.now });
    };
    expect(await findAfter(159, startCheckLimits)).toEqual({ damaged: [], replaced: [] });
    await expect(findAfter(159, fullCheckLimits)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await expect(findAfter(210, startCheckLimits)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await warehouse.close();
  });

  it('reads first what cannot be computed again, the smallest parts first, within the limits of a part and of all', async () => {
    store.restore();
    const warehouse = await openEmbedded({ path: join(store.dataDir, 'clickhouse') });
    await warehouse.command({ sql: "INSERT INTO titles (workspace_id, path) VALUES ('ws_1', '/')" });
    const sizes = await warehouse.read<{ part: string; bytes: number }>({
      sql: `SELECT concat(table, ' ', name) AS part, bytes_on_disk AS bytes FROM system.parts
            WHERE database = currentDatabase() AND active ORDER BY table = 'titles', bytes, table, name`,
    });
    const readWithin = async (limits: Partial<CheckLimits>) => {
      const read: (string | undefined)[] = [];
      const watched = wrapPort(warehouse, ({ text }, proceed) => {
        const [, table, part] = /^longReads.read CHECK TABLE (\w+) PART '(\w+)'/.exec(text) ?? [];
        if (part !== undefined) read.push(`${table} ${part}`);
        return proceed();
      });
      await findDamaged(watched, { limits: { ...fullCheckLimits, ...limits }, now: Date.now });
      return read;
    };
    const all = sizes.map(({ part }) => part);
    const largest = Math.max(...sizes.map(({ bytes }) => bytes));
    const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
    expect(await readWithin({ partBytesMax: largest, bytesMax: total })).toEqual(all);
    expect(await readWithin({ partBytesMax: largest - 1 })).toEqual(
      sizes.filter(({ bytes }) => bytes < largest).map(({ part }) => part),
    );
    expect(await readWithin({ bytesMax: total - 1 })).toEqual(all.slice(0, -1));
    await warehouse.close();
  });

  it('does not take a part for damaged that is merged before it is read', async () => {
    store.restore();
    const driver = await openEmbedded({ path: join(store.dataDir, 'clickhouse') });
    const merging = wrapPort(driver, async ({ text }, proceed) => {
      if (text.startsWith('longReads.read CHECK TABLE events')) {
        await merge(driver);
        throw new AppError('INTERNAL_ERROR', 'The part does not exist');
      }
      return proceed();
    });
    const found = await findDamaged(merging, { limits: fullCheckLimits, now: Date.now });
    expect(found).toEqual({ damaged: [], replaced: [] });
    await driver.close();
  });

  const openDriver = () => openEmbedded({ path: join(store.dataDir, 'clickhouse') });
  const ways: Record<string, (settings: { DATA_DIR: string }) => Promise<void>> = {
    start: async (settings) => (await openWarehouse(settings)).close(),
    'repair that changes nothing': async (settings) => {
      const { damaged, replaced } = await repairWarehouse(settings, { isDryRun: true });
      expect({ damaged, replaced: replaced.length }).toEqual({ damaged: [], replaced: 1 });
    },
    'request for the readiness': async () => {
      const driver = await openDriver();
      await requireLoadedParts(driver, Date.now);
      await driver.close();
    },
  };

  it.each(Object.keys(ways))(
    'G3 finds nothing lost after a power failure damaged a merged part, once a %s has seen its sources, which are then merged again',
    async (way) => {
      store.restore();
      const settings = { DATA_DIR: store.dataDir };
      const merged = await openWarehouse(settings);
      await merge(merged);
      const [part] = await merged.read<{ path: string }>({
        sql: `SELECT path FROM system.parts WHERE active AND database = currentDatabase() AND table = 'events'`,
      });
      // The sources are then merged again into a larger part, which does not end where the damaged one does.
      await insertBatch(merged, 1_000);
      const rowsBefore = await count(merged);
      await merged.close();
      for (const file of readdirSync(part?.path ?? '')) truncateSync(join(part?.path ?? '', file));
      const driver = await openDriver();
      await merge(driver);
      await driver.close();
      await ways[way]?.(settings);
      // As the engine does after eight minutes.
      for (const { path } of store.partsOf('events')) rmSync(join(store.dataDir, path), { recursive: true });
      const warehouse = await openWarehouse(settings);
      expect(await count(warehouse)).toBe(rowsBefore);
      await requireLoadedParts(warehouse, Date.now);
      await warehouse.close();
    },
  );

  it('G3 finds nothing lost if a part is damaged that has been merged into another', async () => {
    store.restore();
    const settings = { DATA_DIR: store.dataDir };
    const merged = await openWarehouse(settings);
    await merge(merged);
    const rowsBefore = await count(merged);
    await merged.close();
    const [part] = store.partsOf('events');
    damages['emptied']?.(join(store.dataDir, part?.path ?? '', 'columns.txt'));
    expect(await start(store.dataDir)).toBe('started');
    const driver = await openDriver();
    expect(await count(driver)).toBe(rowsBefore);
    await requireLoadedParts(driver, Date.now);
    await driver.close();
    expect(await repairWarehouse(settings, { isDryRun: true })).toEqual({ damaged: [], replaced: [] });
  });

  it('G3 is refused with the name of a part, even if its neighbours are merged into a part that covers it', async () => {
    store.restore();
    const [, part] = store.partsOf('events');
    damages['emptied']?.(join(store.dataDir, part?.path ?? '', 'columns.txt'));
    const driver = await openDriver();
    await merge(driver);
    await driver.close();
    expect(await start(store.dataDir)).toContain(`part ${part?.part} is damaged`);
  });

  it('G3 counts a part once whose directory has a number, because its name existed already when it was set aside', async () => {
    store.restore();
    const [part] = store.partsOf('events');
    const path = join(store.dataDir, part?.path ?? '');
    damages['emptied']?.(join(path, 'columns.txt'));
    await (await openDriver()).close();
    const setAside = join(path, '../detached', `broken-on-start_${part?.part}`);
    renameSync(setAside, `${setAside}_try1`);
    expect(await start(store.dataDir)).toMatch(/^Table events: part \w+_try1 is damaged: one of its files is missing/);
  });

  it('G3 is not ready, with the text that refuses a start, if the engine detached a part', async () => {
    store.restore();
    const [part] = store.partsOf('api_keys');
    damages['emptied']?.(join(store.dataDir, part?.path ?? '', 'columns.txt'));
    const refusal = await start(store.dataDir);
    expect(refusal).toContain('Run footfall repair');
    const driver = await openDriver();
    await expect(requireLoadedParts(driver, Date.now)).rejects.toThrow(refusal);
    await driver.close();
  });

  it('opens if nothing is damaged', async () => {
    store.restore();
    expect(await start(store.dataDir)).toBe('started');
  });
});

describe('a store of wide parts', () => {
  const store = new DamagedStore();
  beforeAll(() => store.make(true));
  afterAll(() => store.remove());

  // Their many files are compared by size and checksum as those of compact parts are.
  refusesDamagedFiles(store, ['flipped in its middle']);
});
