/** The promises of every driver on reading and on commands, as tests. */
import { AppError } from '@footfall/errors';
import { awkwardTexts } from './awkward-texts.fixture.ts';
import type { ReadLimits } from '../port.ts';
import { note, type DriverRig } from './driver-rig.fixture.ts';
import { codeOf, failure } from './failure.fixture.ts';

/** Registers the suite. */
export function readingContract(rig: DriverRig): void {
  describe('reading', () => {
    it('returns numbers as numbers, exact to 2^53, times as text in UTC, and larger IDs as the text that is selected', async () => {
      await rig.openNotes();
      const [row] = await rig.warehouse.read({
        sql: `SELECT toUInt64(9007199254740991) AS most, toInt64(-5) AS less, 0.5 AS half, count() AS none,
                sum(n) AS total, toString(18446744073709551615) AS id, [toUInt64(1)] AS list, true AS yes,
                toDateTime64('2026-11-01 00:00:00.123', 3) AS time, toDate('2026-11-01') AS day,
                toUnixTimestamp(toDateTime('2026-11-01 00:00:00')) AS seconds
              FROM ${rig.notes.name}`,
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
        seconds: Date.UTC(2026, 10, 1) / 1000,
      });
    });

    it('F8 binds any text as it is, alone and in a list', async () => {
      await rig.openNotes();
      for (const text of awkwardTexts) {
        const sql = 'SELECT {text:String} AS one, {texts:Array(String)} AS many';
        const [row] = await rig.warehouse.read({ sql, params: { text, texts: [text, text] } });
        expect(row).toEqual({ one: text, many: [text, text] });
      }
    });

    it('binds a list of any length', async () => {
      await rig.openNotes();
      await rig.warehouse.insert(rig.notes, [note(1, 'first'), note(2, 'last'), note(3, 'other')]);
      const long = Array.from({ length: 20_000 }, (_, n) => `some-id-that-is-not-there-${n}`);
      const found = await rig.warehouse.read({
        sql: `SELECT n FROM ${rig.notes.name} WHERE text IN {texts:Array(String)} ORDER BY n`,
        params: { texts: ['first', ...long, 'last'] },
      });
      expect(found).toEqual([{ n: 1 }, { n: 2 }]);
    });

    it('reads with a statement of any length', async () => {
      const text = 'x'.repeat(10_000_000);
      expect(await rig.warehouse.read({ sql: `SELECT length('${text}') AS n` })).toEqual([{ n: 10_000_000 }]);
    });

    it('F8 matches exactly the rows with the bound text', async () => {
      await rig.openNotes();
      await rig.warehouse.insert(
        rig.notes,
        awkwardTexts.map((text, n) => note(n, text)),
      );
      for (const [n, text] of awkwardTexts.entries()) {
        const found = await rig.warehouse.read({
          sql: `SELECT n FROM ${rig.notes.name} WHERE text = {text:String}`,
          params: { text },
        });
        expect(found).toEqual([{ n }]);
      }
    });

    it('keeps the values of concurrent reads apart', async () => {
      await rig.openNotes();
      const requested = Array.from({ length: 40 }, (_, n) => n);
      const results = await Promise.all(
        requested.map((n) =>
          rig.warehouse.read({ sql: 'SELECT {n:UInt32} AS n, {text:String} AS text', params: { n, text: `t${n}` } }),
        ),
      );
      expect(results).toEqual(requested.map((n) => [{ n, text: `t${n}` }]));
    });

    it('measures a read: its result, the rows and bytes that it read, and its time', async () => {
      await rig.openNotes();
      await rig.warehouse.insert(rig.notes, [note(1, 'first'), note(2, 'second'), note(3, 'third')]);
      const { rows, ...figures } = await rig.warehouse.measure({
        sql: `SELECT n, text FROM ${rig.notes.name} WHERE n >= {n:UInt32} ORDER BY n`,
        params: { n: 2 },
      });
      expect(rows).toEqual([note(2, 'second'), note(3, 'third')]);
      expect(figures.rowsRead).toBe(3);
      expect(figures.bytesRead).toBeGreaterThan(3 * 4);
      expect(figures.elapsedMs).toBeGreaterThan(0);
      if (figures.memoryBytes !== null) expect(figures.memoryBytes).toBeGreaterThan(0);
      const plain = await rig.warehouse.measure({ sql: `SELECT toUInt64(9007199254740991) AS most` });
      expect(plain.rows).toEqual([{ most: Number.MAX_SAFE_INTEGER }]);
    });

    it('reports the granules that the sorting key of a table prunes', async () => {
      await rig.openNotes();
      await rig.warehouse.insert(
        rig.notes,
        Array.from({ length: 20_000 }, (_, n) => note(n)),
      );
      const [plan] = await rig.warehouse.read<{ explain: string }>({
        sql: `EXPLAIN indexes = 1, json = 1 SELECT count() FROM ${rig.notes.name} WHERE n < {n:UInt32}`,
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
      ['removes its limits', () => 'SELECT 1 SETTINGS max_execution_time = 100'],
      ['reads files', () => "SELECT * FROM file('/etc/hostname', 'LineAsString')"],
      ['reads from the network', () => "SELECT * FROM url('http://127.0.0.1:1/', 'LineAsString')"],
    ])('refuses a read that %s, and serves the next one', async (_what, statement) => {
      await rig.openNotes();
      await rig.warehouse.insert(rig.notes, [note(7)]);
      const sql = statement(rig.notes.name);
      expect(await failure(rig.warehouse.read({ sql }))).toBe('INTERNAL_ERROR');
      expect(await failure(rig.warehouse.read({ sql, params: { n: 1 } }))).toBe('INTERNAL_ERROR');
      expect(await rig.numbers()).toEqual([7]);
    });

    it("never shows the engine's message, but keeps it as the cause", async () => {
      await rig.openNotes();
      const thrown = await rig.warehouse
        .read({ sql: `SELECT secret_column FROM ${rig.notes.name}` })
        .catch((error: unknown) => error);
      expect(thrown).toBeInstanceOf(AppError);
      expect(String(thrown)).not.toContain('secret_column');
      expect(String((thrown as AppError).cause)).toContain('secret_column');
    });

    it.each<[string, Partial<ReadLimits>, string]>([
      ['C14 too slow (159)', { readSeconds: 2 }, 'SELECT sum(sleepEachRow(1) + {n:UInt8}) FROM numbers(3)'],
      [
        'C14 too much memory (241)',
        { readMemoryBytes: 50_000_000 },
        'SELECT length(groupArray(number + {n:UInt8})) FROM numbers(100000000)',
      ],
      ['C14 too long (396)', { readRows: 1000 }, 'SELECT number + {n:UInt8} FROM numbers(100000)'],
    ])('ends a read that is %s with UNAVAILABLE, and serves the next one', async (_what, limits, sql) => {
      await rig.openNotes(limits);
      const thrown: unknown = await rig.warehouse.read({ sql, params: { n: 1 } }).catch((error: unknown) => error);
      expect(codeOf(thrown)).toBe('UNAVAILABLE');
      expect((thrown as AppError).retryAfterSeconds).toBeGreaterThan(0);
      expect(await rig.warehouse.read({ sql: 'SELECT {n:UInt8} AS n', params: { n: 2 } })).toEqual([{ n: 2 }]);
    });

    it('C14 does not end a read of everything at the time limit of the others', async () => {
      await rig.openNotes({ readSeconds: 1 });
      const slow = { sql: 'SELECT sum(sleepEachRow({n:UInt8})) AS n FROM numbers(2)', params: { n: 1 } };
      expect(await rig.warehouse.longReads.read(slow)).toEqual([{ n: 0 }]);
    });

    it('G24 ends an API query whose result is too large with UNAVAILABLE, which names the parameters to change, but no read of the product itself', async () => {
      await rig.openNotes({ resultBytes: 100_000 });
      const sql = "SELECT concat(repeat('a', 1000), toString(number)) AS text FROM numbers({n:UInt16})";
      const fitting = { sql, params: { n: 90 } };
      const tooLarge = { sql, params: { n: 110 } };
      expect(await rig.warehouse.queries.read(fitting)).toHaveLength(90);
      const thrown: unknown = await rig.warehouse.queries.read(tooLarge).catch((error: unknown) => error);
      expect(codeOf(thrown)).toBe('UNAVAILABLE');
      expect((thrown as AppError).message).toMatch(/lower limit and read the rest with offset/);
      expect(await rig.warehouse.read(tooLarge)).toHaveLength(110);
      expect(await rig.warehouse.queries.read(fitting)).toHaveLength(90);
    });

    it('C13 delays other reads behind an abandoned one only until its time limit', async () => {
      await rig.openNotes({ readSeconds: 2 });
      const abandoned = failure(
        rig.warehouse.read({ sql: 'SELECT sleepEachRow({n:UInt8}) FROM numbers(3)', params: { n: 1 } }),
      );
      const next = rig.warehouse.read({ sql: 'SELECT {n:UInt8} AS n', params: { n: 2 } });
      expect(await next).toEqual([{ n: 2 }]);
      expect(await abandoned).toBe('UNAVAILABLE');
    });

    it('runs a statement without values while one with values is slow', async () => {
      await rig.openNotes({ readSeconds: 2 });
      const ended: string[] = [];
      const slow = failure(
        rig.warehouse.read({ sql: 'SELECT sleepEachRow({n:UInt8}) FROM numbers(3)', params: { n: 1 } }),
      ).then(() => ended.push('slow'));
      await rig.warehouse.ping().then(() => ended.push('ping'));
      await slow;
      expect(ended).toEqual(['ping', 'slow']);
    });
  });

  describe('commanding', () => {
    it('takes times without a zone to be in UTC', async () => {
      await rig.openNotes();
      const sql = `INSERT INTO ${rig.notes.name} SELECT toUnixTimestamp(toDateTime('2026-11-01 00:00:00')), ''`;
      await rig.warehouse.command({ sql });
      expect(await rig.numbers()).toEqual([Date.UTC(2026, 10, 1) / 1000]);
    });

    it('F8 binds any text as it is, alone and in a list', async () => {
      await rig.openNotes();
      for (const [n, text] of awkwardTexts.entries()) {
        await rig.warehouse.command({
          sql: `INSERT INTO ${rig.notes.name} SELECT {n:UInt32}, {text:String} WHERE has({texts:Array(String)}, {text:String})`,
          params: { n, text, texts: awkwardTexts },
        });
      }
      expect(await rig.stored()).toEqual(awkwardTexts.map((text, n) => note(n, text)));
      await rig.warehouse.command({
        sql: `DELETE FROM ${rig.notes.name} WHERE text IN {texts:Array(String)} SETTINGS lightweight_deletes_sync = 2`,
        params: { texts: awkwardTexts.slice(1) },
      });
      expect(await rig.stored()).toEqual([note(0, awkwardTexts[0])]);
    });
  });

  describe('in a session', () => {
    it('keeps a temporary table from one command to the next, and from other sessions', async () => {
      await rig.openNotes();
      const fill = (n: number) =>
        rig.warehouse.session(async (session) => {
          await session.command({ sql: `CREATE TEMPORARY TABLE scratch AS SELECT ${n} AS n, 'a' AS text` });
          await session.command({ sql: `INSERT INTO ${rig.notes.name} SELECT n, text FROM scratch` });
          await session.command({ sql: 'DROP TEMPORARY TABLE scratch' });
        });
      await Promise.all([fill(1), fill(2), fill(3)]);
      expect(await rig.numbers()).toEqual([1, 2, 3]);
    });

    it('rejects with the error of its work, and the next session can start', async () => {
      await rig.open();
      const gone = new Error('gone');
      await expect(rig.warehouse.session(() => Promise.reject(gone))).rejects.toBe(gone);
      expect(await rig.warehouse.session(() => Promise.resolve('next'))).toBe('next');
    });
  });
}
