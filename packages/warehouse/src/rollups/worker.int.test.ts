/** The rollups equal a direct count, whatever the order of events, wherever workers are killed, and however many workers there are. */
import { Stopped, stopAt, wrapPort } from '@footfall/test-servers';
import fc from 'fast-check';
import { type Driver, drivers, embedded } from '../driver/contract/harnesses.fixture.ts';
import type { Warehouse } from '../driver/port.ts';
import type { Harness } from '../driver/contract/harness.fixture.ts';
import { choiceMsMax } from '../queries/source.ts';
import { sessions } from '../queries/sql/sessions.ts';
import { migrate } from '../schema/migrate.ts';
import { eventsTable, type EventRow } from '../schema/events-table.ts';
import { readLastBatch } from './batch.ts';
import { expectedRollups } from './expected.fixture.ts';
import { happening, rowOf } from './happening.fixture.ts';
import { purgeDeletedWorkspaces } from './purge.ts';
import { emptyRollups, requestRebuild } from './rebuild.ts';
import { rollUp, withoutMerges } from './rollup.fixture.ts';
import { differences, storedRollups } from './stored.fixture.ts';
import { targets } from './targets.ts';
import { RollupWorker } from './worker.ts';

const runs = Number(process.env['FOOTFALL_PROPERTY_RUNS'] ?? 6);
/** Exceeds the number of writes of a batch. */
const writesMax = 32;

const histories = fc.array(
  fc.record({
    happenings: fc.array(happening, { maxLength: 30 }),
    /** For each of the concurrent workers, the number of writes after which it is killed. */
    workers: fc.array(fc.option(fc.nat(writesMax)), { maxLength: 2 }),
    isReset: fc.boolean(),
  }),
  { minLength: 1, maxLength: 5 },
);

/** Resets wait for processes that may still read the rollups. */
let nowMs = Date.now();
const now = () => (nowMs += 2 * choiceMsMax);

let warehouse: Warehouse;
let harness: Harness;

async function open({ createHarness }: Driver): Promise<void> {
  harness = await createHarness();
  warehouse = await harness.open();
  await migrate(warehouse, Date.now);
}
async function close(): Promise<void> {
  await warehouse.close();
  await harness.remove();
}

describe('rollups', () => {
  let topics = 0;
  beforeAll(() => open(embedded));
  afterAll(close);

  /** Returns the rows of `count` events in one partition of a new topic, in the order of its log. */
  function rowsOfNewTopic(seed: number, count: number): EventRow[] {
    topics += 1;
    return fc
      .sample(happening, { seed, numRuns: count })
      .map((one, offset) => rowOf({ ...one, partition: 0 }, topics, offset));
  }

  it('equal a direct count, in any order, with workers killed between any two statements and two at the same time', async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (history) => {
        topics += 1;
        const rows: EventRow[] = [];
        const offsets = [0, 0];
        for (const { happenings, workers, isReset } of history) {
          const fresh = happenings.map((one) => {
            const offset = offsets[one.partition] ?? 0;
            offsets[one.partition] = offset + 1;
            return rowOf(one, topics, offset);
          });
          await warehouse.insert(eventsTable, fresh);
          rows.push(...fresh);
          if (isReset) await requestRebuild(warehouse, now);
          const ended = await Promise.allSettled(
            workers.map((writes) =>
              rollUp(writes === null ? warehouse : killedAfter(warehouse, writes), { now, offsetsMax: 17 }),
            ),
          );
          for (const each of ended) if (each.status === 'rejected') requireExpected(each.reason);
        }
        await rollUp(warehouse, { now, offsetsMax: 17 });
        expect(differences(await storedOf(topics), expectedRollups(rows))).toEqual([]);
      }),
      { numRuns: runs, endOnFailure: process.env['SHRINK'] === undefined },
    );
  });

  it('contain events that were stored below the position of a rebuild, once another rebuild was requested', async () => {
    const rows = rowsOfNewTopic(5, 40);
    await warehouse.insert(eventsTable, rows.slice(5));
    await rollUp(warehouse, { now });
    await requestRebuild(warehouse, now);
    const worker = new RollupWorker(warehouse, now, 20);
    const ends = [{ topicId: `topic${topics}`, partition: 0, offset: 40 }];
    expect(await worker.advance(ends, true)).toMatchObject({ isComplete: false });
    await warehouse.insert(eventsTable, rows.slice(0, 5));
    await requestRebuild(warehouse, now);
    await rollUp(warehouse, { now });
    expect(differences(await storedOf(topics), expectedRollups(rows))).toEqual([]);
  });

  it('receive a batch that another worker did not finish, although batch numbers have restarted', async () => {
    const rows = rowsOfNewTopic(7, 20);
    await warehouse.insert(eventsTable, rows);
    const ends = [{ topicId: `topic${topics}`, partition: 0, offset: rows.length }];
    const worker = new RollupWorker(warehouse, now, 10);
    while ((await worker.advance(ends, true)) !== undefined);
    await warehouse.command({ sql: 'TRUNCATE TABLE rollup_batches' });
    await requestRebuild(warehouse, now);
    const killed = wrapPort(warehouse, stopAt({ moment: 'after', call: '^insert rollup_batches ', pass: 1 }));
    await expect(new RollupWorker(killed, now, 10).advance(ends, true)).rejects.toThrow(Stopped);
    while ((await worker.advance(ends, true)) !== undefined);
    expect(differences(await storedOf(topics), expectedRollups(rows))).toEqual([]);
  });

  it('receive a batch although the server remembers the tokens of its inserts and has not stored them', async () => {
    const rows = rowsOfNewTopic(9, 40);
    await warehouse.insert(eventsTable, rows);
    const firstToken = /insert_deduplication_token = 'rollup-\d+'|^insert rollup_batches .* rollup-batch-\d+$/;
    const remembering = wrapPort(warehouse, ({ text }, proceed) => (firstToken.test(text) ? undefined : proceed()));
    await rollUp(remembering, { now });
    expect(differences(await storedOf(topics), expectedRollups(rows))).toEqual([]);
  });

  it('are emptied for a rebuild once no process can read them any more, and only once', async () => {
    const rows = rowsOfNewTopic(11, 20);
    await warehouse.insert(eventsTable, rows);
    await rollUp(warehouse, { now });
    await requestRebuild(warehouse, now);
    const reset = await readLastBatch(warehouse);
    await requestRebuild(warehouse, now);
    expect(await readLastBatch(warehouse)).toEqual(reset);
    // Clocks may differ by five seconds.
    const emptiedAtMs = reset.atMs + choiceMsMax + 5_000;
    const isEmptied = (atMs: number) => emptyRollups(warehouse, reset, atMs);
    expect(await isEmptied(emptiedAtMs - 1)).toBe(false);
    expect(differences(await storedOf(topics), expectedRollups(rows))).toEqual([]);
    expect(await isEmptied(emptiedAtMs)).toBe(true);
    expect(differences(await storedOf(topics), new Map())).toEqual([]);
    await rollUp(warehouse, { now });
    // Another worker that has not seen the next batches.
    await isEmptied(emptiedAtMs);
    expect(differences(await storedOf(topics), expectedRollups(rows))).toEqual([]);
  });

  it('are emptied for a rebuild that was requested while the clock was ahead', async () => {
    const rows = rowsOfNewTopic(15, 20);
    await warehouse.insert(eventsTable, rows);
    await rollUp(warehouse, { now });
    const requestedMs = now();
    await requestRebuild(warehouse, () => requestedMs + 365 * 86_400_000);
    expect(await emptyRollups(warehouse, await readLastBatch(warehouse), requestedMs)).toBe(true);
    await rollUp(warehouse, { now });
    expect(differences(await storedOf(topics), expectedRollups(rows))).toEqual([]);
  });

  it('are emptied for a rebuild although the rows of deleted workspaces have not been removed yet', async () => {
    const rows = rowsOfNewTopic(17, 20);
    await warehouse.insert(eventsTable, rows);
    await warehouse.command({ sql: `INSERT INTO workspace_deletions SELECT '${rows[0]?.workspaceId}', now64(3)` });
    await warehouse.command({ sql: 'SYSTEM STOP MERGES events' });
    await purgeDeletedWorkspaces(warehouse);
    await requestRebuild(warehouse, now);
    expect(await emptyRollups(warehouse, await readLastBatch(warehouse), now())).toBe(true);
    await warehouse.command({ sql: 'SYSTEM START MERGES events' });
  });

  it('are complete after a log of which events were left is gone', async () => {
    const rows = rowsOfNewTopic(13, 20);
    await requestRebuild(warehouse, now);
    await warehouse.insert(eventsTable, rows);
    const worker = new RollupWorker(warehouse, now, 10);
    await worker.advance([{ topicId: `topic${topics}`, partition: 0, offset: rows.length }], true);
    expect(await readLastBatch(warehouse)).toMatchObject({ behind: 10 });
    while ((await worker.advance([], true)) !== undefined);
    expect(await readLastBatch(warehouse)).toMatchObject({ behind: 0, isComplete: true });
  });

  it('are complete after a rebuild of a store without events', async () => {
    await warehouse.command({ sql: 'TRUNCATE TABLE events' });
    await requestRebuild(warehouse, now);
    await rollUp(warehouse, { now });
    expect(await readLastBatch(warehouse)).toMatchObject({ isComplete: true });
  });

  it('remove the state of derived visitors and sessions after a month, and no other, without changing results', async () => {
    topics += 1;
    const longAgo = Date.now() - 31 * 86_400_000;
    const visits = [
      { visitor: 0, session: 0, derived: true },
      { visitor: 1, session: 1, derived: false },
      { visitor: 2, session: 2, derived: true },
    ];
    const [one] = fc.sample(happening, { seed: 3, numRuns: 1 });
    if (!one) throw new Error('there are no events');
    const rows = visits.map(({ visitor, session, ...known }, offset) => ({
      ...rowOf({ ...one, visitor, session }, topics, offset),
      ...known,
    }));
    const remembered = async () => {
      for (const table of ['activity', 'sessions']) await warehouse.command({ sql: `OPTIMIZE TABLE ${table} FINAL` });
      const sql = `SELECT DISTINCT toString(visitor_id) AS id FROM sessions WHERE endsWith(workspace_id, '${topics}')
        INTERSECT SELECT DISTINCT toString(subject_id) AS id FROM activity WHERE endsWith(workspace_id, '${topics}')`;
      return (await warehouse.read<{ id: string }>({ sql })).map(({ id }) => id).toSorted();
    };
    await warehouse.insert(eventsTable, rows.slice(0, 2));
    await rollUp(warehouse, { now: () => longAgo });
    await warehouse.insert(eventsTable, rows.slice(2));
    await rollUp(warehouse, { now });
    const ids = rows.map(({ visitorId }) => BigInt(`0x${visitorId}`).toString());
    expect(await remembered()).toEqual(ids.slice(1).toSorted());
    const again = rows.slice(1).map((row, index) => ({ ...row, offset: 10 + index, timestamp: row.timestamp + 1 }));
    await warehouse.insert(eventsTable, again);
    await rollUp(warehouse, { now });
    expect(differences(await storedOf(topics), expectedRollups([...rows, ...again]))).toEqual([]);
  });
});

/** Returns the rollups of the workspaces of one topic ID. */
async function storedOf(topic: number): Promise<Map<string, string>> {
  const stored = await storedRollups(warehouse);
  return new Map([...stored].filter(([key]) => key.split('|')[1]?.endsWith(String(topic))));
}

describe.each(drivers())('rollups on the $driver driver', (driver) => {
  beforeAll(() => open(driver));
  afterAll(close);

  it('receive a batch as one part of each table, whatever its size', async () => {
    await warehouse.command({
      sql: `INSERT INTO events (incarnation, \`partition\`, \`offset\`, workspace_id, id, type, timestamp, visitor_id, session_id, path)
            SELECT 'large', 0, number, 'ws_large', generateUUIDv4(), '$pageview', toDateTime64('2026-03-01 00:00:00', 3, 'UTC') + number,
              intDiv(number, 2), intDiv(number, 2), concat('/', toString(number))
            FROM numbers(100000)`,
    });
    const before = await insertsByTable();
    const worker = new RollupWorker(warehouse, now);
    await worker.advance([{ topicId: 'large', partition: 0, offset: 100_000 }], true);
    const after = await insertsByTable();
    expect([...after].map(([table, inserts]) => [table, inserts - (before.get(table) ?? 0)])).toEqual(
      [...after].map(([table]) => [table, 1]),
    );
    expect([...after.keys()].toSorted()).toEqual(targets.map(({ table }) => table).toSorted());
  });

  it('keep one row per session in visits, before and after merges, and record the batches that have arrived', async () => {
    const [one] = fc.sample(happening, { seed: 3, numRuns: 1 });
    if (!one) throw new Error('there are no events');
    const visit = { ...one, partition: 0, session: 1 };
    const rows = [0, 1, 2].map((offset) => rowOf(visit, 77, offset));
    const { workspaceId, timestamp: startMs } = rowOf(visit, 77, 0);
    const ofWorkspace = { workspaceId, source: 'visits', filters: [] } as const;
    const current = sessions(ofWorkspace, 'started', [{ startMs, endMs: startMs + 1 }], { figures: ['n_events'] });
    const read = (sql: string) => warehouse.read({ sql, params: { workspaceId } });
    for (const [index, row] of rows.entries()) {
      await warehouse.insert(eventsTable, [row]);
      await rollUp(withoutMerges(warehouse), { now });
      expect(await read('SELECT count() AS n FROM visits WHERE sign = -1')).toEqual([{ n: index === 0 ? 0 : 1 }]);
      const expected = [{ n_events: index + 1 }];
      expect(await read(`SELECT n_events FROM (${current})`)).toEqual(expected);
      await warehouse.command({ sql: 'OPTIMIZE TABLE visits FINAL' });
      expect(await read('SELECT events AS n_events FROM visits WHERE workspace_id = {workspaceId:String}')).toEqual(
        expected,
      );
    }
    // The same session ID in another workspace.
    await warehouse.insert(eventsTable, [rowOf(visit, 78, 3)]);
    await rollUp(withoutMerges(warehouse), { now });
    expect(await read(`SELECT n_events FROM (${current})`)).toEqual([{ n_events: rows.length }]);
  });

  /** Returns the number of inserts that were merged into a part, which follows from its name. */
  async function insertsByTable(): Promise<Map<string, number>> {
    const rows = await warehouse.read<{ table: string; inserts: number }>({
      sql: `SELECT table, toUInt32(sum(max_block_number - min_block_number + 1)) AS inserts FROM system.parts
            WHERE active AND database = currentDatabase() AND table IN (${targets.map(({ table }) => `'${table}'`).join(', ')})
            GROUP BY table`,
    });
    return new Map(rows.map(({ table, inserts }) => [table, inserts]));
  }
});

/** Returns a port that works like a killed process: the first `writes` inserts and commands take effect, and nothing after them. */
function killedAfter(port: Warehouse, writes: number): Warehouse {
  return wrapPort(port, stopAt({ moment: 'before', call: '^(insert|command) ', pass: writes + 1 }));
}

/** The error of a worker that was killed, or that another one has overtaken. */
function requireExpected(error: unknown): void {
  if (error instanceof Stopped) return;
  expect(error).toMatchObject({ code: 'UNAVAILABLE' });
}
