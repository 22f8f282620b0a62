/** The promises of every driver on inserts, as tests. */
import fc from 'fast-check';
import { awkwardTexts } from './awkward-texts.fixture.ts';
import type { Table } from '../port.ts';
import { note, type DriverRig } from './driver-rig.fixture.ts';
import { failure } from './failure.fixture.ts';

/** Registers the suite. */
export function insertingContract(rig: DriverRig): void {
  describe('inserting', () => {
    it('E24 stores any text as it is', async () => {
      const anyText = fc.string({ unit: 'binary', maxLength: 50 }).map((text) => text.toWellFormed());
      const texts = [...awkwardTexts, ...fc.sample(anyText, 2000)];
      await rig.openNotes();
      await rig.warehouse.insert(
        rig.notes,
        texts.map((text, n) => note(n, text)),
      );
      expect(await rig.stored()).toEqual(texts.map((text, n) => note(n, text)));
    });

    it('does nothing for no rows', async () => {
      await rig.openNotes();
      await rig.warehouse.insert(rig.notes, []);
      await rig.warehouse.insert(rig.notes, [], 'empty');
      await rig.warehouse.insert(rig.notes, [note(1)], 'empty');
      expect(await rig.numbers()).toEqual([1]);
    });

    it('inserts nothing for a repeated token, whatever its rows', async () => {
      await rig.openNotes();
      await rig.warehouse.insert(rig.notes, [note(1), note(2)], 'topic-a:0:1-2');
      await rig.warehouse.insert(rig.notes, [note(1), note(2)], 'topic-a:0:1-2');
      await rig.warehouse.insert(rig.notes, [note(3)], 'topic-a:0:1-2');
      await rig.warehouse.insert(rig.notes, [note(1)], 'topic-a:0:3-3');
      expect(await rig.numbers()).toEqual([1, 1, 2]);
    });

    it('C11 inserts without a token every time, even right after an insert with one', async () => {
      await rig.openNotes();
      await rig.warehouse.insert(rig.notes, [note(1)], 'token');
      await rig.warehouse.insert(rig.notes, [note(1)]);
      await rig.warehouse.insert(rig.notes, [note(1)]);
      await rig.warehouse.command({
        sql: `INSERT INTO ${rig.notes.name} SELECT 5, {text:String}`,
        params: { text: 'a' },
      });
      expect(await rig.numbers()).toEqual([1, 1, 1, 5]);
    });

    it('C11 inserts the rows of a command every time', async () => {
      await rig.openNotes();
      const { name } = rig.notes;
      for (let times = 0; times < 2; times += 1) {
        await rig.warehouse.command({ sql: `INSERT INTO ${name} VALUES (1, 'a')` });
        await rig.warehouse.command({ sql: `INSERT INTO ${name} VALUES (2, {text:String})`, params: { text: 'a' } });
        await rig.warehouse.command({ sql: `INSERT INTO ${name} SELECT 3, 'a'` });
      }
      expect(await rig.numbers()).toEqual([1, 1, 2, 2, 3, 3]);
    });

    it('keeps its tokens and its rows when it is opened again', async () => {
      await rig.openNotes();
      await rig.warehouse.insert(rig.notes, [note(1)], 'before');
      await rig.close();
      await rig.open();
      await rig.warehouse.insert(rig.notes, [note(1)], 'before');
      await rig.warehouse.insert(rig.notes, [note(2)], 'after');
      expect(await rig.numbers()).toEqual([1, 2]);
    });

    it.each(["a'b", "a\\'b", 'a b', 'ä', '', 'x'.repeat(201)])(
      'C12 refuses the token %j before the engine sees it',
      async (token) => {
        await rig.openNotes();
        expect(await failure(rig.warehouse.insert(rig.notes, [note(1)], token))).toBe('INTERNAL_ERROR');
        expect(await rig.numbers()).toEqual([]);
      },
    );

    it('stores all rows or none, and the same token can be retried', async () => {
      await rig.openNotes();
      await rig.warehouse.command({
        sql: `CREATE TABLE kinds_of_${rig.notes.name} (kind Enum8('a' = 1, 'b' = 2)) ENGINE = MergeTree ORDER BY kind
          SETTINGS non_replicated_deduplication_window = 1000`,
      });
      const kinds: Table<string> = {
        name: `kinds_of_${rig.notes.name}`,
        columns: [{ name: 'kind', type: 'String', value: (kind) => kind }],
      };
      const storedKinds = () => rig.warehouse.read({ sql: `SELECT kind FROM ${kinds.name} ORDER BY kind` });
      expect(await failure(rig.warehouse.insert(kinds, ['a', 'b', 'c'], 'retried'))).toBe('INTERNAL_ERROR');
      expect(await storedKinds()).toEqual([]);
      await rig.warehouse.insert(kinds, ['a', 'b'], 'retried');
      expect(await storedKinds()).toEqual([{ kind: 'a' }, { kind: 'b' }]);
    });

    it('C4 stores nothing if a view on the table throws, and everything once when the view is fixed', async () => {
      await rig.openNotes();
      const [sums, view] = [`sums_of_${rig.notes.name}`, `view_of_${rig.notes.name}`];
      const createView = (n: string) =>
        rig.warehouse.command({
          sql: `CREATE MATERIALIZED VIEW ${view} TO ${sums} AS SELECT ${n} AS n FROM ${rig.notes.name}`,
        });
      await rig.warehouse.command({
        sql: `CREATE TABLE ${sums} (n UInt64) ENGINE = SummingMergeTree ORDER BY tuple()
          SETTINGS non_replicated_deduplication_window = 1000`,
      });
      await createView("throwIf(n = 2, 'broken') + n");
      const rows = [note(1), note(2), note(3)];
      expect(await failure(rig.warehouse.insert(rig.notes, rows, 'thrown'))).toBe('INTERNAL_ERROR');
      await rig.warehouse.command({ sql: `DROP VIEW ${view} SYNC` });
      await createView('n');
      await rig.warehouse.insert(rig.notes, rows, 'thrown');
      await rig.warehouse.insert(rig.notes, rows, 'thrown');
      expect(await rig.numbers()).toEqual([1, 2, 3]);
      expect(await rig.warehouse.read({ sql: `SELECT sum(n) AS total FROM ${sums}` })).toEqual([{ total: 6 }]);
    });

    it('inserts many rows as one block, so that one token covers them', async () => {
      await rig.openNotes();
      const rows = Array.from({ length: 50_000 }, (_, n) => note(n, 'some text that makes the row longer'));
      await rig.warehouse.insert(rig.notes, rows, 'many');
      await rig.warehouse.insert(rig.notes, rows, 'many');
      expect(
        await rig.warehouse.read({ sql: `SELECT count() AS n, uniqExact(_part) AS parts FROM ${rig.notes.name}` }),
      ).toEqual([{ n: 50_000, parts: 1 }]);
    });

    it('loses nothing in concurrent inserts', async () => {
      await rig.openNotes();
      const all = Array.from({ length: 30 }, (_, n) => n);
      await Promise.all(all.map((n) => rig.warehouse.insert(rig.notes, [note(n)], `at-once:${n}`)));
      expect(await rig.numbers()).toEqual(all);
    });
  });
}
