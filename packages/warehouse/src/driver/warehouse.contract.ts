/** The promises of every driver of the warehouse, as tests: a driver's own test file calls this with a way to open it. */
import { AppError } from '@footfall/errors';
import fc from 'fast-check';
import { migrate } from '../schema/migrate.ts';
import type { ReadLimits, Table, Warehouse } from './port.ts';

/** A store of its own for each harness. */
export interface Harness {
  /** Opens the store; after it was closed, the same store again. */
  open(limits?: Partial<ReadLimits>): Promise<Warehouse>;
  remove(): Promise<void>;
}

interface Note {
  n: number;
  text: string;
}
/** The table of one test. */
const notesTable = (name: string): Table<Note> => ({
  name,
  columns: [
    { name: 'n', type: 'UInt32', value: (row) => row.n },
    { name: 'text', type: 'String', value: (row) => row.text },
  ],
});

/** Texts that break what is quoted, escaped or split carelessly. */
export const awkwardTexts = [
  '',
  "it's",
  "\\'",
  'back\\slash\\',
  '\\N',
  'NULL',
  '{n:UInt32}',
  'nul\0inside',
  'tab\tline\nreturn\rbell\u0007',
  'line\u2028separator',
  'שלום',
  '😀🏳️‍🌈',
  '"}\n{"x":1}',
  ']\n[1,"x"]',
  "'; DROP TABLE notes; --",
  '__proto__',
];

const note = (n: number, text = ''): Note => ({ n, text });
const codeOf = (thrown: unknown) => (thrown instanceof AppError ? thrown.code : thrown);
const failure = (work: Promise<unknown>) => work.then(() => 'no error', codeOf);

/** Registers the suite. */
export function warehouseContract(createHarness: () => Promise<Harness>): void {
  let harness: Harness;
  let warehouse: Warehouse;
  let openLimits: string | undefined;
  let notes: Table<Note>;
  let tables = 0;

  const close = async () => {
    if (openLimits === undefined) return;
    openLimits = undefined;
    await warehouse.close();
  };
  /** Opens the store with other limits only; opening is the slow part. */
  const open = async (limits: Partial<ReadLimits> = {}) => {
    if (openLimits === JSON.stringify(limits)) return;
    await close();
    warehouse = await harness.open(limits);
    openLimits = JSON.stringify(limits);
  };
  const openNotes = async (limits?: Partial<ReadLimits>) => {
    await open(limits);
    notes = notesTable(`notes_${(tables += 1)}`);
    await warehouse.command({
      sql: `CREATE TABLE ${notes.name} (n UInt32, text String) ENGINE = MergeTree ORDER BY n
        SETTINGS non_replicated_deduplication_window = 1000, fsync_after_insert = 1, fsync_part_directory = 1`,
    });
  };
  const stored = () => warehouse.read<Note>({ sql: `SELECT n, text FROM ${notes.name} ORDER BY n, text` });
  const numbers = async () => (await stored()).map(({ n }) => n);

  beforeAll(async () => {
    harness = await createHarness();
  });
  afterAll(async () => {
    await close();
    await harness.remove();
  });

  describe('reading', () => {
    it('gives numbers as numbers, exact to 2^53, times as text in UTC, and larger ids as the text they are asked for', async () => {
      await openNotes();
      const [row] = await warehouse.read({
        sql: `SELECT toUInt64(9007199254740991) AS most, toInt64(-5) AS less, 0.5 AS half, count() AS none,
                sum(n) AS total, toString(18446744073709551615) AS id, [toUInt64(1)] AS list, true AS yes,
                toDateTime64('2026-11-01 00:00:00.123', 3) AS time, toDate('2026-11-01') AS day
              FROM ${notes.name}`,
      });
      expect(row).toEqual({
        most: Number.MAX_SAFE_INTEGER,
        less: -5,
        half: 0.5,
        none: 0,
        total: 0,
        id: '18446744073709551615',
        list: [1],
        yes: true,
        time: '2026-11-01 00:00:00.123',
        day: '2026-11-01',
      });
    });

    it('F8 binds any text as it is, alone and in a list', async () => {
      await openNotes();
      for (const text of awkwardTexts) {
        const sql = 'SELECT {text:String} AS one, {texts:Array(String)} AS many';
        const [row] = await warehouse.read({ sql, params: { text, texts: [text, text] } });
        expect(row).toEqual({ one: text, many: [text, text] });
      }
    });

    it('binds a list of any length', async () => {
      await openNotes();
      await warehouse.insert(notes, [note(1, 'first'), note(2, 'last'), note(3, 'other')]);
      const long = Array.from({ length: 20_000 }, (_, n) => `some-id-that-is-not-there-${n}`);
      const found = await warehouse.read({
        sql: `SELECT n FROM ${notes.name} WHERE text IN {texts:Array(String)} ORDER BY n`,
        params: { texts: ['first', ...long, 'last'] },
      });
      expect(found).toEqual([{ n: 1 }, { n: 2 }]);
    });

    it('F8 matches exactly the rows whose text is the bound one', async () => {
      await openNotes();
      await warehouse.insert(
        notes,
        awkwardTexts.map((text, n) => note(n, text)),
      );
      for (const [n, text] of awkwardTexts.entries()) {
        const found = await warehouse.read({
          sql: `SELECT n FROM ${notes.name} WHERE text = {text:String}`,
          params: { text },
        });
        expect(found).toEqual([{ n }]);
      }
    });

    it('keeps the values of reads at the same time apart', async () => {
      await openNotes();
      const asked = Array.from({ length: 40 }, (_, n) => n);
      const answers = await Promise.all(
        asked.map((n) =>
          warehouse.read({ sql: 'SELECT {n:UInt32} AS n, {text:String} AS text', params: { n, text: `t${n}` } }),
        ),
      );
      expect(answers).toEqual(asked.map((n) => [{ n, text: `t${n}` }]));
    });

    it('measures a read: its rows, how many rows and bytes it took, and how long', async () => {
      await openNotes();
      await warehouse.insert(notes, [note(1, 'first'), note(2, 'second'), note(3, 'third')]);
      const { rows, ...figures } = await warehouse.measure({
        sql: `SELECT n, text FROM ${notes.name} WHERE n >= {n:UInt32} ORDER BY n`,
        params: { n: 2 },
      });
      expect(rows).toEqual([note(2, 'second'), note(3, 'third')]);
      expect(figures.rowsRead).toBe(3);
      expect(figures.bytesRead).toBeGreaterThan(3 * 4);
      expect(figures.elapsedMs).toBeGreaterThan(0);
      if (figures.memoryBytes !== null) expect(figures.memoryBytes).toBeGreaterThan(0);
      const plain = await warehouse.measure({ sql: `SELECT toUInt64(9007199254740991) AS most` });
      expect(plain.rows).toEqual([{ most: Number.MAX_SAFE_INTEGER }]);
    });

    it('says of a read which granules its order prunes', async () => {
      await openNotes();
      await warehouse.insert(
        notes,
        Array.from({ length: 20_000 }, (_, n) => note(n)),
      );
      const [plan] = await warehouse.read<{ explain: string }>({
        sql: `EXPLAIN indexes = 1, json = 1 SELECT count() FROM ${notes.name} WHERE n < {n:UInt32}`,
        params: { n: 100 },
      });
      expect(plan?.explain).toMatch(/"Type": "PrimaryKey"/);
      expect(plan?.explain).toMatch(/"Selected Granules": 1\b/);
    });

    it.each([
      ['inserts', (table: string) => `INSERT INTO ${table} VALUES (1, 2)`],
      ['deletes', (table: string) => `ALTER TABLE ${table} DELETE WHERE 1`],
      ['drops', (table: string) => `DROP TABLE ${table}`],
      ['makes a table', () => 'CREATE TABLE more (n UInt32) ENGINE = Memory'],
      ['lifts its own limits', () => 'SELECT 1 SETTINGS max_execution_time = 100'],
      ['reads files', () => "SELECT * FROM file('/etc/hostname', 'LineAsString')"],
      ['reads from the network', () => "SELECT * FROM url('http://127.0.0.1:1/', 'LineAsString')"],
    ])('refuses a read that %s, and reads on', async (_what, statement) => {
      await openNotes();
      await warehouse.insert(notes, [note(7)]);
      const sql = statement(notes.name);
      expect(await failure(warehouse.read({ sql }))).toBe('INTERNAL_ERROR');
      expect(await failure(warehouse.read({ sql, params: { n: 1 } }))).toBe('INTERNAL_ERROR');
      expect(await numbers()).toEqual([7]);
    });

    it("never shows the engine's own words, but keeps them as the cause", async () => {
      await openNotes();
      const thrown = await warehouse
        .read({ sql: `SELECT secret_column FROM ${notes.name}` })
        .catch((error: unknown) => error);
      expect(thrown).toBeInstanceOf(AppError);
      expect(String(thrown)).not.toContain('secret_column');
      expect(String((thrown as AppError).cause)).toContain('secret_column');
    });

    it.each<[string, Partial<ReadLimits>, string]>([
      ['C14 too slow (159)', { readSeconds: 2 }, 'SELECT sum(sleepEachRow(1) + {n:UInt8}) FROM numbers(3)'],
      [
        'C14 too hungry for memory (241)',
        { readMemoryBytes: 50_000_000 },
        'SELECT length(groupArray(number + {n:UInt8})) FROM numbers(100000000)',
      ],
      ['C14 too long (396)', { readRows: 1000 }, 'SELECT number + {n:UInt8} FROM numbers(100000)'],
    ])('ends a read that is %s with UNAVAILABLE, and answers the next one', async (_what, limits, sql) => {
      await openNotes(limits);
      const thrown: unknown = await warehouse.read({ sql, params: { n: 1 } }).catch((error: unknown) => error);
      expect(codeOf(thrown)).toBe('UNAVAILABLE');
      expect((thrown as AppError).retryAfterSeconds).toBeGreaterThan(0);
      expect(await warehouse.read({ sql: 'SELECT {n:UInt8} AS n', params: { n: 2 } })).toEqual([{ n: 2 }]);
    });

    it('C13 does not let a read that nobody waits for any more hold up what comes after it beyond its limit', async () => {
      await openNotes({ readSeconds: 2 });
      const abandoned = failure(
        warehouse.read({ sql: 'SELECT sleepEachRow({n:UInt8}) FROM numbers(3)', params: { n: 1 } }),
      );
      const next = warehouse.read({ sql: 'SELECT {n:UInt8} AS n', params: { n: 2 } });
      expect(await next).toEqual([{ n: 2 }]);
      expect(await abandoned).toBe('UNAVAILABLE');
    });

    it('answers a statement without values while one with values is slow', async () => {
      await openNotes({ readSeconds: 2 });
      const ended: string[] = [];
      const slow = failure(
        warehouse.read({ sql: 'SELECT sleepEachRow({n:UInt8}) FROM numbers(3)', params: { n: 1 } }),
      ).then(() => ended.push('slow'));
      await warehouse.ping().then(() => ended.push('ping'));
      await slow;
      expect(ended).toEqual(['ping', 'slow']);
    });
  });

  describe('commanding', () => {
    it('F8 binds any text as it is, alone and in a list that is longer than a URL may be', async () => {
      await openNotes();
      const long = Array.from({ length: 20_000 }, (_, n) => `some-id-that-is-not-there-${n}`);
      for (const [n, text] of awkwardTexts.entries()) {
        await warehouse.command({
          sql: `INSERT INTO ${notes.name} SELECT {n:UInt32}, {text:String} WHERE has({texts:Array(String)}, {text:String})`,
          params: { n, text, texts: [...long, ...awkwardTexts] },
        });
      }
      expect(await stored()).toEqual(awkwardTexts.map((text, n) => note(n, text)));
      await warehouse.command({
        sql: `DELETE FROM ${notes.name} WHERE text IN {texts:Array(String)} SETTINGS lightweight_deletes_sync = 2`,
        params: { texts: [...long, ...awkwardTexts.slice(1)] },
      });
      expect(await stored()).toEqual([note(0, awkwardTexts[0])]);
    });
  });

  describe('in a session', () => {
    it('keeps a temporary table from one command to the next, and from other sessions', async () => {
      await openNotes();
      const fill = (n: number) =>
        warehouse.session(async (session) => {
          await session.command({ sql: `CREATE TEMPORARY TABLE scratch AS SELECT ${n} AS n, 'a' AS text` });
          await session.command({ sql: `INSERT INTO ${notes.name} SELECT n, text FROM scratch` });
          await session.command({ sql: 'DROP TEMPORARY TABLE scratch' });
        });
      await Promise.all([fill(1), fill(2), fill(3)]);
      expect(await numbers()).toEqual([1, 2, 3]);
    });

    it('rejects what its work rejects with, and the next session can begin', async () => {
      const gone = new Error('gone');
      await expect(warehouse.session(() => Promise.reject(gone))).rejects.toBe(gone);
      expect(await warehouse.session(() => Promise.resolve('next'))).toBe('next');
    });
  });

  describe('inserting', () => {
    it('E24 stores any text as it is', async () => {
      const anyText = fc.string({ unit: 'binary', maxLength: 50 }).map((text) => text.toWellFormed());
      const texts = [...awkwardTexts, ...fc.sample(anyText, 2000)];
      await openNotes();
      await warehouse.insert(
        notes,
        texts.map((text, n) => note(n, text)),
      );
      expect(await stored()).toEqual(texts.map((text, n) => note(n, text)));
    });

    it('does nothing for no rows', async () => {
      await openNotes();
      await warehouse.insert(notes, []);
      await warehouse.insert(notes, [], 'empty');
      await warehouse.insert(notes, [note(1)], 'empty');
      expect(await numbers()).toEqual([1]);
    });

    it('takes a repeated token for the same insert, whatever its rows', async () => {
      await openNotes();
      await warehouse.insert(notes, [note(1), note(2)], 'topic-a:0:1-2');
      await warehouse.insert(notes, [note(1), note(2)], 'topic-a:0:1-2');
      await warehouse.insert(notes, [note(3)], 'topic-a:0:1-2');
      await warehouse.insert(notes, [note(1)], 'topic-a:0:3-3');
      expect(await numbers()).toEqual([1, 1, 2]);
    });

    it('C11 inserts without a token every time, also right after an insert with one', async () => {
      await openNotes();
      await warehouse.insert(notes, [note(1)], 'token');
      await warehouse.insert(notes, [note(1)]);
      await warehouse.insert(notes, [note(1)]);
      await warehouse.command({ sql: `INSERT INTO ${notes.name} SELECT 5, {text:String}`, params: { text: 'a' } });
      expect(await numbers()).toEqual([1, 1, 1, 5]);
    });

    it('knows its tokens and its rows when it is opened again', async () => {
      await openNotes();
      await warehouse.insert(notes, [note(1)], 'before');
      await close();
      await open();
      await warehouse.insert(notes, [note(1)], 'before');
      await warehouse.insert(notes, [note(2)], 'after');
      expect(await numbers()).toEqual([1, 2]);
    });

    it.each(["a'b", "a\\'b", 'a b', 'ä', '', 'x'.repeat(201)])(
      'C12 refuses the token %j before the engine sees it',
      async (token) => {
        await openNotes();
        expect(await failure(warehouse.insert(notes, [note(1)], token))).toBe('INTERNAL_ERROR');
        expect(await numbers()).toEqual([]);
      },
    );

    it('stores all rows or none, and the same token can be tried again', async () => {
      await openNotes();
      await warehouse.command({
        sql: `CREATE TABLE kinds_of_${notes.name} (kind Enum8('a' = 1, 'b' = 2)) ENGINE = MergeTree ORDER BY kind
          SETTINGS non_replicated_deduplication_window = 1000`,
      });
      const kinds: Table<string> = {
        name: `kinds_of_${notes.name}`,
        columns: [{ name: 'kind', type: 'String', value: (kind) => kind }],
      };
      const storedKinds = () => warehouse.read({ sql: `SELECT kind FROM ${kinds.name} ORDER BY kind` });
      expect(await failure(warehouse.insert(kinds, ['a', 'b', 'c'], 'retried'))).toBe('INTERNAL_ERROR');
      expect(await storedKinds()).toEqual([]);
      await warehouse.insert(kinds, ['a', 'b'], 'retried');
      expect(await storedKinds()).toEqual([{ kind: 'a' }, { kind: 'b' }]);
    });

    it('refuses a value that its column cannot hold', async () => {
      await openNotes();
      for (const n of [-1, 4_294_967_296, 0.5, Number.NaN]) {
        expect(await failure(warehouse.insert(notes, [note(1), note(n)]))).toBe('INTERNAL_ERROR');
      }
      expect(await numbers()).toEqual([]);
    });

    it('C4 stores nothing when a view on the table throws, and all of it once when the view is mended', async () => {
      await openNotes();
      const [sums, view] = [`sums_of_${notes.name}`, `view_of_${notes.name}`];
      const createView = (n: string) =>
        warehouse.command({
          sql: `CREATE MATERIALIZED VIEW ${view} TO ${sums} AS SELECT ${n} AS n FROM ${notes.name}`,
        });
      await warehouse.command({
        sql: `CREATE TABLE ${sums} (n UInt64) ENGINE = SummingMergeTree ORDER BY tuple()
          SETTINGS non_replicated_deduplication_window = 1000`,
      });
      await createView("throwIf(n = 2, 'broken') + n");
      const rows = [note(1), note(2), note(3)];
      expect(await failure(warehouse.insert(notes, rows, 'thrown'))).toBe('INTERNAL_ERROR');
      await warehouse.command({ sql: `DROP VIEW ${view} SYNC` });
      await createView('n');
      await warehouse.insert(notes, rows, 'thrown');
      await warehouse.insert(notes, rows, 'thrown');
      expect(await numbers()).toEqual([1, 2, 3]);
      expect(await warehouse.read({ sql: `SELECT sum(n) AS total FROM ${sums}` })).toEqual([{ total: 6 }]);
    });

    it('makes one block of many rows, so that one token covers them', async () => {
      await openNotes();
      const rows = Array.from({ length: 50_000 }, (_, n) => note(n, 'some text that makes the row longer'));
      await warehouse.insert(notes, rows, 'many');
      await warehouse.insert(notes, rows, 'many');
      expect(
        await warehouse.read({ sql: `SELECT count() AS n, uniqExact(_part) AS parts FROM ${notes.name}` }),
      ).toEqual([{ n: 50_000, parts: 1 }]);
    });

    it('inserts at the same time lose nothing', async () => {
      await openNotes();
      const all = Array.from({ length: 30 }, (_, n) => n);
      await Promise.all(all.map((n) => warehouse.insert(notes, [note(n)], `at-once:${n}`)));
      expect(await numbers()).toEqual(all);
    });
  });

  describe('API queries', () => {
    const slow = (workspaceId: string) => ({
      sql: 'SELECT {workspaceId:String} AS id, sleep(0.5) AS slept',
      params: { workspaceId },
    });

    it('G4 keep no other read waiting, however many of them wait', async () => {
      await open();
      let ended = 0;
      const queries = Array.from({ length: 40 }, () =>
        warehouse.queries.read(slow('ws_greedy')).finally(() => (ended += 1)),
      );
      await warehouse.read({ sql: 'SELECT {n:UInt8} AS n', params: { n: 1 } });
      await warehouse.read({ sql: 'SELECT 1' });
      await warehouse.ping();
      expect(ended).toBeLessThan(queries.length);
      expect(await Promise.all(queries)).toHaveLength(queries.length);
    });

    it('G4 of several workspaces take turns', async () => {
      await open();
      const ended: string[] = [];
      const ask = (workspaceId: string) =>
        warehouse.queries.read(slow(workspaceId)).finally(() => ended.push(workspaceId));
      const greedy = Array.from({ length: 30 }, () => ask('ws_greedy'));
      await ask('ws_modest');
      expect(ended.filter((id) => id === 'ws_greedy').length).toBeLessThan(greedy.length / 2 + 1);
      await Promise.all(greedy);
    });

    it('never take a value that another query has set', async () => {
      await open();
      await warehouse.queries.read(slow('ws_other'));
      const forgetful = { sql: 'SELECT {workspaceId:String} AS id' };
      for (let times = 0; times < 10; times += 1) {
        expect(await failure(warehouse.queries.read(forgetful))).toBe('INTERNAL_ERROR');
      }
    });
  });

  describe('closing', () => {
    it('waits for what runs and refuses what comes later', async () => {
      await openNotes();
      const running = [
        warehouse.insert(notes, [note(1)], 'last'),
        warehouse.read({ sql: 'SELECT {n:UInt8} AS n', params: { n: 1 } }),
      ];
      await close();
      await Promise.all(running);
      expect(await failure(warehouse.read({ sql: 'SELECT 1' }))).toBe('UNAVAILABLE');
      expect(await failure(warehouse.insert(notes, [note(2)]))).toBe('UNAVAILABLE');
      expect(await failure(warehouse.ping())).toBe('UNAVAILABLE');
      await open();
      expect(await numbers()).toEqual([1]);
    });
  });

  describe('work that is done alone', () => {
    it('waits for other work under its name, also when that fails', async () => {
      await open();
      const steps: string[] = [];
      const work = (name: string) => async () => {
        steps.push(`${name} begins`);
        await warehouse.read({ sql: 'SELECT 1' });
        steps.push(`${name} ends`);
        if (name === 'one') throw new AppError('CONFLICT', 'Failed');
        return name;
      };
      const one = failure(warehouse.alone('work', work('one')));
      const others = [warehouse.alone('work', work('two')), warehouse.alone('work', work('three'))];
      expect(await one).toBe('CONFLICT');
      expect(await Promise.all(others)).toEqual(['two', 'three']);
      expect(steps).toHaveLength(6);
      for (let begin = 0; begin < steps.length; begin += 2) {
        expect(steps[begin + 1]).toBe(steps[begin]?.replace('begins', 'ends'));
      }
    });

    it('does not wait for work under another name', async () => {
      await open();
      const inner = () => warehouse.alone('inner', () => Promise.resolve('done'));
      expect(await warehouse.alone('outer', inner)).toBe('done');
    });
  });

  describe('migrating', () => {
    beforeEach(async () => {
      await close();
      await harness.remove();
      harness = await createHarness();
    });

    it('runs each migration once, also when the store is opened again', async () => {
      await open();
      const first = await migrate(warehouse, () => 1);
      expect(first).toEqual(expect.arrayContaining(['0001_create_events.sql']));
      expect(first).toEqual(first.toSorted());
      expect(await migrate(warehouse, () => 2)).toEqual([]);
      await close();
      await open();
      expect(await migrate(warehouse, () => 3)).toEqual([]);
      const [row] = await warehouse.read({ sql: 'SELECT count() AS n, uniqExact(name) AS names FROM migrations' });
      expect(row).toEqual({ n: first.length, names: first.length });
    });

    it('goes on where it was cut short', async () => {
      await open();
      const all = await migrate(warehouse, () => 1);
      // All tables are there, and the record of it is lost: what a kill leaves before the last line is written.
      await warehouse.command({
        sql: `ALTER TABLE migrations DELETE WHERE name = {name:String} SETTINGS mutations_sync = 2`,
        params: { name: all.at(-1) ?? '' },
      });
      expect(await migrate(warehouse, () => 2)).toEqual([all.at(-1)]);
    });

    it('refuses a store that a newer version has changed', async () => {
      await open();
      await migrate(warehouse, () => 1);
      await warehouse.command({ sql: "INSERT INTO migrations SELECT '9999_from_the_future.sql', now()" });
      await expect(migrate(warehouse, () => 2)).rejects.toThrow(/newer version.*9999_from_the_future/);
    });
  });
}
