/** Messages of a start on a store with damaged parts. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '@footfall/errors';
import { openEmbedded } from '../driver/embedded/embedded.ts';
import { openWarehouse } from '../open.ts';
import { damages, DamagedStore, hashOf, type PartDirectory } from './damaged-store.fixture.ts';
import { findDamaged, startCheckLimits } from './require-whole.ts';

/** Resolves with the message that refuses a start on `dataDir`; "started" if nothing does. */
async function start(dataDir: string): Promise<string> {
  try {
    await (await openWarehouse({ DATA_DIR: dataDir })).close();
    return 'started';
  } catch (error) {
    if (error instanceof StartError) return error.message;
    throw error;
  }
}

/** Registers the tests of damage to files, in `ways`. */
function refusesDamagedFiles(store: DamagedStore, ways: readonly string[]): void {
  /** Each file of a part of `table`, each in another part. */
  const places = (table: string) =>
    store.files(table).map((file, index) => {
      const part = store.partsOf(table)[index];
      if (!part) throw new Error(`The store has too few parts for the files of ${table}`);
      return { part, file };
    });

  it.each(ways)('G3 is refused with the name of a part, or lacks nothing, if a file is %s', async (how) => {
    const damaged: { part: PartDirectory; file: string }[] = [...places('events'), ...places('api_keys')];
    store.restore();
    for (const { part, file } of damaged) damages[how]?.(join(store.dataDir, part.path, file));
    const refusal = await start(store.dataDir);
    expect(refusal).toMatch(/^Table (events|api_keys): part \w+ is damaged \(and \d+ more\): .*footfall repair/);
    // The refusal names the first one; all of them are found.
    const warehouse = await openEmbedded({ path: join(store.dataDir, 'clickhouse') });
    const found = await findDamaged(warehouse, { isEmbedded: true, limits: startCheckLimits });
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
