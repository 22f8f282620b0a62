import { drivers } from './harnesses.fixture.ts';
import { createPlanner } from './planner.ts';
import type { Statement } from './port.ts';
import { event, openStore, type Store } from './queries/store.fixture.ts';
import { rollUp } from './rollups/roll-up.fixture.ts';
import type { Range } from './sql/range.ts';

describe.each(drivers())('on the $driver driver', ({ createHarness }) => {
  let store: Store;
  let nowMs = Date.parse('2026-03-31T12:00:00Z');
  beforeAll(async () => {
    store = await openStore(createHarness);
    // Ten on one day, eight of them in two hours; one on the next.
    await store.tell('ws_ten', [
      ...events(4, '2026-03-10T10:59:59.999Z'),
      ...events(4, '2026-03-10T11:00:00Z'),
      ...events(2, '2026-03-10T20:00:00Z'),
      ...events(1, '2026-03-11T00:00:00Z'),
    ]);
    await rollUp(store.warehouse);
  });
  afterAll(() => store.remove());

  const events = (count: number, at: string) => Array.from({ length: count }, () => event(at, 'alice', 'a'));
  const between = (start: string, end: string) => ({ startMs: Date.parse(start), endMs: Date.parse(end) });
  const day = between('2026-03-10T00:00:00Z', '2026-03-11T00:00:00Z');

  /** A planner, and how many statements it has asked. */
  function newPlanner(thresholdEvents: number) {
    const asked: Statement[] = [];
    const read = <Row>(statement: Statement) => {
      asked.push(statement);
      return store.warehouse.read<Row>(statement);
    };
    const planner = createPlanner({ warehouse: { read }, thresholdEvents, now: () => nowMs });
    return { asked, plan: (workspaceId: string, range: Range) => planner.plan(workspaceId, range) };
  }

  it('chooses events up to the threshold, and rollups above it', async () => {
    expect(await newPlanner(10).plan('ws_ten', day)).toMatchObject({ source: 'events', range: day, events: 10 });
    expect(await newPlanner(9).plan('ws_ten', day)).toMatchObject({ source: 'rollups', range: day, events: 10 });
  });

  it('counts every 180th event of the workspace as one of the range', async () => {
    await store.tell('ws_large', [...events(352, '2026-03-01T00:00:00Z'), ...events(8, '2026-03-10T10:00:00Z')]);
    await rollUp(store.warehouse);
    expect(await newPlanner(10).plan('ws_large', day)).toMatchObject({ source: 'events', events: 8 });
    expect(await newPlanner(9).plan('ws_large', day)).toMatchObject({ source: 'rollups', events: 8 });
    const empty = between('2026-03-20T00:00:00Z', '2026-03-21T00:00:00Z');
    expect(await newPlanner(1).plan('ws_large', empty)).toMatchObject({ source: 'rollups', events: 0 });
  });

  it('counts what is in the range alone, by the hour', async () => {
    const { plan } = newPlanner(4);
    const hour = between('2026-03-10T11:00:00Z', '2026-03-10T12:00:00Z');
    expect(await plan('ws_ten', hour)).toMatchObject({ source: 'events', events: 4 });
    const both = between('2026-03-10T10:59:00Z', '2026-03-10T11:00:01Z');
    expect(await plan('ws_ten', both)).toMatchObject({ source: 'rollups', events: 8 });
    const never = between('2026-03-12T00:00:00Z', '2026-03-13T00:00:00Z');
    expect(await plan('ws_ten', never)).toMatchObject({ source: 'events', events: 0 });
  });

  it('widens bounds to whole hours for rollups, and for them alone', async () => {
    const asked = between('2026-03-10T10:30:00Z', '2026-03-10T20:00:00.001Z');
    expect(await newPlanner(10).plan('ws_ten', asked)).toMatchObject({ source: 'events', range: asked });
    expect(await newPlanner(9).plan('ws_ten', asked)).toMatchObject({
      source: 'rollups',
      range: between('2026-03-10T10:00:00Z', '2026-03-10T21:00:00Z'),
    });
  });

  it('chooses events for a workspace that was never rolled up, however large', async () => {
    await store.tell('ws_new', events(20, '2026-03-10T10:00:00Z'));
    expect(await newPlanner(1).plan('ws_new', day)).toMatchObject({ source: 'events', events: 0 });
  });

  it('chooses rollups always when nothing may be read from events, and asks nothing', async () => {
    const { asked, plan } = newPlanner(0);
    expect(await plan('ws_empty', day)).toMatchObject({ source: 'rollups', range: day });
    expect(asked).toEqual([]);
  });

  it('asks once for a minute, however many ask at once, and sees then what has grown', async () => {
    const { asked, plan } = newPlanner(2);
    await store.tell('ws_grows', events(2, '2026-03-10T10:00:00Z'));
    await rollUp(store.warehouse);
    const plans = await Promise.all([plan('ws_grows', day), plan('ws_grows', day)]);
    expect(plans).toMatchObject([{ source: 'events' }, { source: 'events' }]);
    await store.tell('ws_grows', events(1, '2026-03-10T10:00:00Z'));
    await rollUp(store.warehouse);
    nowMs += 59_999;
    expect(await plan('ws_grows', day)).toMatchObject({ source: 'events' });
    expect(asked).toHaveLength(1);
    nowMs += 1;
    expect(await plan('ws_grows', day)).toMatchObject({ source: 'rollups', events: 3 });
    expect(asked).toHaveLength(2);
  });

  it('asks again after a failure', async () => {
    let fails = true;
    const read = <Row>(statement: Statement) =>
      fails ? Promise.reject(new Error('away')) : store.warehouse.read<Row>(statement);
    const planner = createPlanner({ warehouse: { read }, thresholdEvents: 9, now: () => nowMs });
    await expect(planner.plan('ws_ten', day)).rejects.toThrow('away');
    fails = false;
    expect(await planner.plan('ws_ten', day)).toMatchObject({ source: 'rollups' });
  });

  /** Adds a run that has seen nothing: after it nothing can be rolled up any more. */
  async function addRun({ atMs = Date.now(), behind = 0 }): Promise<void> {
    const sql = `INSERT INTO rollup_runs (run, attempt, at, behind)
      SELECT max(run) + 1, 1, fromUnixTimestamp64Milli(${atMs}, 'UTC'), ${behind} FROM rollup_runs`;
    await store.warehouse.command({ sql });
  }

  it('chooses events while the rollups lack more than a million', async () => {
    const lacking = async (behind: number) => {
      await addRun({ behind });
      return newPlanner(9).plan('ws_ten', day);
    };
    expect(await lacking(1_000_001)).toMatchObject({ source: 'events' });
    expect(await lacking(1_000_000)).toMatchObject({ source: 'rollups' });
  });

  it('chooses events when one came over a minute after the last run, and over a minute ago', async () => {
    const lastMs = Date.parse('2026-03-11T00:00:00Z');
    const waiting = async (afterRunMs: number, untilNowMs: number) => {
      await addRun({ atMs: lastMs - afterRunMs });
      nowMs = lastMs + untilNowMs;
      return newPlanner(9).plan('ws_ten', day);
    };
    expect(await waiting(60_001, 60_001)).toMatchObject({ source: 'events' });
    expect(await waiting(60_000, 60_001)).toMatchObject({ source: 'rollups' });
    expect(await waiting(60_001, 60_000)).toMatchObject({ source: 'rollups' });
  });
});
