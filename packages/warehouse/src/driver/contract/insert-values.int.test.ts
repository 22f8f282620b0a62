import { AppError } from '@footfall/errors';
import fc from 'fast-check';
import { drivers } from './harnesses.fixture.ts';
import type { ColumnValues, Table, Warehouse } from '../port.ts';
import { clickhouseTime } from '../time.ts';
import { awkwardTexts } from './awkward-texts.fixture.ts';
import type { Harness } from './harness.fixture.ts';

/** A row with a column of every type, named after it. */
interface Sample {
  n: number;
  text: string;
  common: string;
  kind: string;
  bool: boolean;
  u8: number;
  u16: number;
  u32: number;
  u64: ColumnValues['UInt64'];
  i16: number;
  i32: number;
  uuid: string;
  time: number;
  list: readonly string[];
}

const samplesTable: Table<Sample> = {
  name: 'samples',
  columns: [
    { name: 'n', type: 'UInt32', value: (row) => row.n },
    { name: 'text', type: 'String', value: (row) => row.text },
    { name: 'common', type: 'String', value: (row) => row.common },
    { name: 'kind', type: 'String', value: (row) => row.kind },
    { name: 'bool', type: 'Bool', value: (row) => row.bool },
    { name: 'u8', type: 'UInt8', value: (row) => row.u8 },
    { name: 'u16', type: 'UInt16', value: (row) => row.u16 },
    { name: 'u32', type: 'UInt32', value: (row) => row.u32 },
    { name: 'u64', type: 'UInt64', value: (row) => row.u64 },
    { name: 'i16', type: 'Int16', value: (row) => row.i16 },
    { name: 'i32', type: 'Int32', value: (row) => row.i32 },
    { name: 'uuid', type: 'UUID', value: (row) => row.uuid },
    { name: 'time', type: "DateTime64(3, 'UTC')", value: (row) => row.time },
    { name: 'list', type: 'Array(String)', value: (row) => row.list },
  ],
};

const latestMs = Date.UTC(2299, 11, 31, 23, 59, 59, 999);
/** Texts of lengths around those at which the encoded length needs another byte. */
const text = fc.oneof(
  fc.constantFrom(...awkwardTexts, ...[31, 32, 33, 127, 128, 16_383, 16_384].map((length) => 'x'.repeat(length))),
  fc.string({ unit: 'binary', maxLength: 60 }).map((given) => given.toWellFormed()),
);
const sample: fc.Arbitrary<Omit<Sample, 'n'>> = fc.record({
  text,
  common: fc.constantFrom('', 'Direct', 'Grüße', 'x'.repeat(200)),
  kind: fc.constantFrom('one', 'two'),
  bool: fc.boolean(),
  u8: fc.integer({ min: 0, max: 255 }),
  u16: fc.integer({ min: 0, max: 65_535 }),
  u32: fc.integer({ min: 0, max: 4_294_967_295 }),
  u64: fc.oneof(
    fc.maxSafeNat(),
    fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map((id) => id.toString(16).padStart(16, '0')),
  ),
  i16: fc.integer({ min: -32_768, max: 32_767 }),
  i32: fc.integer({ min: -2_147_483_648, max: 2_147_483_647 }),
  uuid: fc.uuid(),
  time: fc.integer({ min: 0, max: latestMs }),
  list: fc.array(text, { maxLength: 3 }),
});

describe.each(drivers())('inserting values on the $driver driver', ({ createHarness }) => {
  let harness: Harness;
  let warehouse: Warehouse;
  beforeAll(async () => {
    harness = await createHarness();
    warehouse = await harness.open();
    await warehouse.command({
      sql: `CREATE TABLE samples (n UInt32, text String, common LowCardinality(String), kind Enum8('one' = 1, 'two' = 2),
              bool Bool, u8 UInt8, u16 UInt16, u32 UInt32, u64 UInt64, i16 Int16, i32 Int32, uuid UUID,
              time DateTime64(3, 'UTC'), list Array(String), untouched String DEFAULT 'as it was')
            ENGINE = MergeTree ORDER BY n`,
    });
  });
  afterAll(async () => {
    await warehouse.close();
    await harness.remove();
  });

  it('stores the values of every type of column as they are', async () => {
    const rows = fc.sample(sample, 2_000).map((given, n) => ({ n, ...given }));
    await warehouse.insert(samplesTable, rows);
    const stored = await warehouse.read({
      sql: 'SELECT * REPLACE (toString(u64) AS u64) FROM samples ORDER BY n',
    });
    expect(stored).toEqual(
      rows.map((row) => ({
        ...row,
        u64: BigInt(typeof row.u64 === 'string' ? `0x${row.u64}` : row.u64).toString(),
        time: clickhouseTime(row.time),
        untouched: 'as it was',
      })),
    );
  });

  const good: Sample = {
    n: 0,
    text: '',
    common: '',
    kind: 'one',
    bool: true,
    u8: 0,
    u16: 0,
    u32: 0,
    u64: 0,
    i16: 0,
    i32: 0,
    uuid: '00000000-0000-0000-0000-000000000000',
    time: 0,
    list: [],
  };
  it.each<Partial<Sample>>([
    { u8: 256 },
    { u8: -1 },
    { u8: 0.5 },
    { u8: Number.NaN },
    { u16: 65_536 },
    { u32: 4_294_967_296 },
    { u64: 2 ** 53 },
    { u64: -1 },
    { u64: '1' },
    { u64: '0123456789abcdeg' },
    { i16: 32_768 },
    { i16: -32_769 },
    { i32: 2_147_483_648 },
    { i32: -2_147_483_649 },
    { uuid: 'none' },
    { time: -1 },
    { time: latestMs + 1 },
    { kind: 'three' },
  ])('refuses %j, and stores nothing', async (bad) => {
    const count = () => warehouse.read({ sql: 'SELECT count() AS n FROM samples' });
    const before = await count();
    const thrown: unknown = await warehouse
      .insert(samplesTable, [good, { ...good, ...bad }])
      .catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(AppError);
    expect(thrown).toMatchObject({ code: 'INTERNAL_ERROR' });
    expect(await count()).toEqual(before);
  });
});
