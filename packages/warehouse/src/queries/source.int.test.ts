import { Stopped, stopAt, wrapPort } from '@footfall/test-servers';
import type { Statement } from '../driver/port.ts';
import { event, openStore, recordReads, type Store } from './endpoints/store.fixture.ts';
import { requestRebuild } from '../rollups/rebuild.ts';
import { rollUp } from '../rollups/rollup.fixture.ts';
import { choiceMsMax, createSourceChooser } from './source.ts';

describe('the source of the results of a workspace', () => {
  let store: Store;
  let nowMs = Date.parse('2026-03-31T12:00:00Z');
  beforeAll(async () => {
    store = await openStore();
    await store.add('ws_ten', events(10, '2026-03-10T10:59:59.999Z'));
    await rollUp(store.warehouse);
  });
  afterAll(() => store.remove());

  const events = (count: number, at: string) => Array.from({ length: count }, () => event(at, 'alice', 'a'));

  /** A chooser, and the statements that it has read. */
  function newChooser(eventsReadMax: number) {
    const { statements, reader } = recordReads(store.warehouse);
    return { statements, choose: createSourceChooser({ reader, eventsReadMax, now: () => nowMs }) };
  }

  it('chooses events for a workspace of up to `eventsReadMax` events, and rollups for a larger one', async () => {
    expect(await newChooser(10).choose('ws_ten')).toMatchObject({ source: 'events', events: 10 });
    expect(await newChooser(9).choose('ws_ten')).toMatchObject({ source: 'rollups', events: 10 });
  });

  it('chooses events for a workspace that was never rolled up, however large', async () => {
    await store.add('ws_new', events(20, '2026-03-10T10:00:00Z'));
    expect(await newChooser(1).choose('ws_new')).toMatchObject({ source: 'events', events: 0 });
  });

  it('reads once in ten seconds, however many requests arrive at once, and does not delay frequent ones', async () => {
    const { statements, choose } = newChooser(2);
    await store.add('ws_grows', events(2, '2026-03-10T10:00:00Z'));
    await rollUp(store.warehouse);
    const choices = await Promise.all([choose('ws_grows'), choose('ws_grows')]);
    expect(choices).toMatchObject([{ source: 'events' }, { source: 'events' }]);
    await store.add('ws_grows', events(1, '2026-03-10T10:00:00Z'));
    await rollUp(store.warehouse);
    nowMs += 9_999;
    expect(await choose('ws_grows')).toMatchObject({ source: 'events' });
    expect(statements).toHaveLength(1);
    nowMs += 1;
    // Made again in the background: until then the previous choice is used.
    while ((await choose('ws_grows')).source === 'events') await new Promise((resolve) => setImmediate(resolve));
    expect(await choose('ws_grows')).toMatchObject({ source: 'rollups', events: 3 });
    expect(statements).toHaveLength(2);
  });

  it.each([
    ['that is twenty seconds old', choiceMsMax],
    ['from before the clock was set back', -choiceMsMax],
  ])('waits for a choice instead of using one %s', async (_which, passedMs) => {
    const { choose } = newChooser(9);
    expect(await choose('ws_ten')).toMatchObject({ source: 'rollups' });
    await addBatch({ isComplete: false });
    nowMs += passedMs;
    expect(await choose('ws_ten')).toMatchObject({ source: 'manyEvents', reason: 'the rollups are being computed' });
    await addBatch({});
  });

  it('chooses events until the batch that catches up is in the rollups, even if its worker is killed', async () => {
    const ofLog = 'SELECT max(offset) + 1 AS offsets FROM events GROUP BY incarnation, partition';
    const [log] = await store.warehouse.read<{ n: number }>({ sql: `SELECT sum(offsets) AS n FROM (${ofLog})` });
    await requestRebuild(store.warehouse, () => 0);
    const killed = wrapPort(store.warehouse, stopAt({ moment: 'after', call: '^insert rollup_batches', pass: 2 }));
    await expect(rollUp(killed, { offsetsMax: Math.ceil((log?.n ?? 0) / 2) })).rejects.toThrow(Stopped);
    const sql = 'SELECT behind FROM rollup_batches ORDER BY batch DESC LIMIT 1';
    expect(await store.warehouse.read({ sql })).toEqual([{ behind: 0 }]);
    // The count of an emptied table is not used.
    for (const eventsReadMax of [0, 1_000]) {
      expect(await newChooser(eventsReadMax).choose('ws_ten')).toMatchObject({
        source: 'manyEvents',
        reason: 'the rollups are being computed',
      });
    }
    await rollUp(store.warehouse);
    expect(await newChooser(0).choose('ws_ten')).toMatchObject({ source: 'rollups', events: 10 });
    expect(await newChooser(1_000).choose('ws_ten')).toMatchObject({ source: 'events', events: 10 });
  });

  it('chooses rollups for every workspace with EVENTS_READ_MAX=0, and events while the rollups are computed', async () => {
    for (const workspaceId of ['ws_ten', 'ws_empty']) {
      expect(await newChooser(0).choose(workspaceId)).toMatchObject({ source: 'rollups' });
    }
    await addBatch({ isComplete: false });
    expect(await newChooser(0).choose('ws_ten')).toMatchObject({
      source: 'manyEvents',
      reason: 'the rollups are being computed',
    });
    await addBatch({});
  });

  it('reads again after a failure', async () => {
    let fails = true;
    const read = <Row>(statement: Statement) =>
      fails ? Promise.reject(new Error('away')) : store.warehouse.read<Row>(statement);
    const choose = createSourceChooser({ reader: { read }, eventsReadMax: 9, now: () => nowMs });
    await expect(choose('ws_ten')).rejects.toThrow('away');
    fails = false;
    expect(await choose('ws_ten')).toMatchObject({ source: 'rollups' });
  });

  it('keeps its choice while the store is briefly unavailable', async () => {
    let fails = false;
    const read = <Row>(statement: Statement) =>
      fails ? Promise.reject(new Error('away')) : store.warehouse.read<Row>(statement);
    const choose = createSourceChooser({ reader: { read }, eventsReadMax: 9, now: () => nowMs });
    expect(await choose('ws_ten')).toMatchObject({ source: 'rollups' });
    fails = true;
    nowMs += choiceMsMax / 2;
    expect(await choose('ws_ten')).toMatchObject({ source: 'rollups' });
    expect(await choose('ws_ten')).toMatchObject({ source: 'rollups' });
  });

  /** Adds a batch that has read nothing, and its marker: afterwards nothing can be rolled up. */
  async function addBatch({ atMs = Date.now(), behind = 0, isComplete = true }): Promise<void> {
    const sql = `INSERT INTO rollup_batches (batch, reset, at, behind, is_complete)
      SELECT max(batch) + 1, max(reset), fromUnixTimestamp64Milli(${atMs}, 'UTC'), ${behind}, ${isComplete} FROM rollup_batches`;
    await store.warehouse.command({ sql });
    await store.warehouse.command({ sql: 'INSERT INTO visits (sign) VALUES (1)' });
  }

  it('chooses events while the rollups lack more than a million', async () => {
    const lacking = async (behind: number) => {
      await addBatch({ behind });
      return newChooser(9).choose('ws_ten');
    };
    expect(await lacking(1_000_001)).toMatchObject({ source: 'manyEvents' });
    expect(await lacking(1_000_000)).toMatchObject({ source: 'rollups' });
  });

  it('chooses events if an event arrived over a minute after the last batch, and over a minute ago', async () => {
    const lastMs = Date.parse('2026-03-10T10:59:59.999Z');
    const waiting = async (afterRunMs: number, untilNowMs: number) => {
      await addBatch({ atMs: lastMs - afterRunMs });
      nowMs = lastMs + untilNowMs;
      return newChooser(9).choose('ws_ten');
    };
    expect(await waiting(60_001, 60_001)).toMatchObject({ source: 'manyEvents' });
    expect(await waiting(60_000, 60_001)).toMatchObject({ source: 'rollups' });
    expect(await waiting(60_001, 60_000)).toMatchObject({ source: 'rollups' });
  });

  it('chooses events if the last batch left events for the next one over a minute ago', async () => {
    const atMs = Date.parse('2026-03-20T12:00:00Z');
    await addBatch({ atMs, behind: 1 });
    const afterMs = (ageMs: number) => {
      nowMs = atMs + ageMs;
      return newChooser(9).choose('ws_ten');
    };
    expect(await afterMs(60_000)).toMatchObject({ source: 'rollups' });
    expect(await afterMs(60_001)).toMatchObject({ source: 'manyEvents', reason: 'the rollups are stalled' });
    await addBatch({ atMs });
    expect(await afterMs(60_001)).toMatchObject({ source: 'rollups' });
  });

  it.each([
    ['after it was planned', 'after', '^insert rollup_batches '],
    ['before the last table that results are read from', 'before', '^command INSERT INTO visits '],
  ] as const)('chooses events if the worker was killed over a minute ago, %s', async (_when, moment, call) => {
    const atMs = Date.parse('2026-03-20T13:00:00Z');
    const now = () => atMs;
    const killed = wrapPort(store.warehouse, stopAt({ moment, call, pass: 1 }));
    await requestRebuild(store.warehouse, () => 0);
    await rollUp(store.warehouse, { now });
    await store.add('ws_ten', events(1, '2026-03-10T10:59:59.999Z'));
    await expect(rollUp(killed, { now })).rejects.toThrow(Stopped);
    nowMs = atMs + 60_000;
    expect(await newChooser(9).choose('ws_ten')).toMatchObject({ source: 'rollups' });
    nowMs += 1;
    expect(await newChooser(9).choose('ws_ten')).toMatchObject({ source: 'manyEvents' });
    await rollUp(store.warehouse, { now });
    expect(await newChooser(9).choose('ws_ten')).toMatchObject({ source: 'rollups' });
  });
});
