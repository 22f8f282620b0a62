/** Verifying: silent about rollups that are right, and naming range, dimension and value for each way in which they can be wrong. */
import { AppError } from '@footfall/errors';
import { drivers } from '../driver/harnesses.fixture.ts';
import type { Statement } from '../driver/port.ts';
import { openStore, type Store } from '../queries/endpoints/store.fixture.ts';
import { dayMs } from '../queries/sql/range.ts';
import { rollUp } from '../rollups/roll-up.fixture.ts';
import { damages, hidden, interrupted, oneVisit, twice, visits } from './damages.fixture.ts';
import { verify, type VerifyOptions, type VerifyReport } from './verify.ts';

/** Between the events of small workspaces and of large ones. */
const eventsReadMax = 10;
/** Whose random ranges begin and end where each damage shows. */
const seed = 8;
/** Of the workspace that stays right, without ranges. */
const history = { workspaceId: 'ws_whole', eventsReadMax: 1_000 };

describe.each(drivers())('verifying the rollups on the $driver driver', ({ createHarness }) => {
  let store: Store;

  const command = (sql: string) => store.warehouse.command({ sql });
  /** Without waiting for a worker that never comes. */
  const look = async (options: Partial<VerifyOptions> = {}): Promise<VerifyReport> => {
    const pause = () => Promise.resolve();
    const report = await verify({ warehouse: store.warehouse, pause, seed, eventsReadMax, ...options });
    if (!report) throw new Error('There are no rollups');
    return report;
  };

  beforeAll(async () => {
    store = await openStore(createHarness);
    await store.tell('ws_damaged', visits);
    await store.tell('ws_whole', visits);
    for (const { workspaceId } of hidden) if (workspaceId !== 'ws_nobody') await store.tell(workspaceId, oneVisit);
  });
  afterAll(() => store.remove());

  it('has nothing to say while there are no rollups', async () => {
    expect(await verify({ warehouse: store.warehouse })).toBeUndefined();
  });

  it('finds nothing in rollups that are right, whose days, parts of days, random ranges and history it has compared', async () => {
    await rollUp(store.warehouse);
    const progress: [number, number][] = [];
    const report = await look({ onProgress: (done, total) => progress.push([done, total]) });
    expect(report).toMatchObject({ isExact: true, workspaces: 6, differences: [], violations: [] });
    expect(report.compared.map(({ kind, compared }) => [kind, compared])).toEqual([
      ['days', 8],
      ['parts of days', 10],
      ['random ranges', 8],
      ['history', 6],
      ['invariants', 6],
    ]);
    expect(progress).toEqual(Array.from({ length: 32 }, (_, index) => [index + 1, 32]));
  });

  it('finds nothing when events have come since the last batch', async () => {
    await store.tell('ws_whole', oneVisit);
    expect(await look(history)).toMatchObject({ isExact: true, events: visits.length });
  });

  it.each([
    ['asks again when the worker changes the rollups meanwhile', 3, { isExact: true }, 0],
    ['says what it could not compare when that does not end', 10, { isExact: false, differences: [] }, 1],
  ])('%s', async (_, runs, outcome, unsettled) => {
    let left = runs;
    const moving: VerifyOptions['warehouse'] = {
      read: async <Row>(statement: Statement) => {
        if (statement.sql.includes('ofRollups') && left > 0) {
          left -= 1;
          await store.tell('ws_whole', oneVisit);
          await rollUp(store.warehouse);
        }
        return store.warehouse.read<Row>(statement);
      },
    };
    const report = await look({ ...history, warehouse: moving });
    expect(report).toMatchObject(outcome);
    expect(report.compared).toContainEqual({ kind: 'history', compared: 1, differing: 0, unsettled });
    expect(left).toBe(0);
  });

  it('refuses rollups that a batch has only reached in part', async () => {
    await command(interrupted.harm);
    await expect(look(history)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await command(interrupted.mend);
    expect(await look(history)).toMatchObject({ isExact: true });
  });

  describe('rollups that are damaged', () => {
    let report: VerifyReport;
    beforeAll(async () => {
      for (const { harm } of [...damages, ...hidden]) await command(harm);
      report = await look();
    });

    it.each(damages)('name range, dimension, value and both figures of $what', ({ said }) => {
      expect(report.differences).toContainEqual(expect.objectContaining({ workspaceId: 'ws_damaged', ...said }));
    });

    it.each(hidden)(
      'name $said.what that are not as many as expected, which no answer shows',
      ({ workspaceId, said }) => {
        expect(report.violations).toContainEqual({ ...said, name: workspaceId, isOfEvents: false });
      },
    );

    it('say nothing of a workspace that is right', () => {
      expect(report.isExact).toBe(false);
      expect(JSON.stringify([report.differences, report.violations])).not.toContain('ws_whole');
    });

    const bounds = { fromMs: Date.parse('2026-03-10'), toMs: Date.parse('2026-03-11'), workspaceId: 'ws_damaged' };
    const onThatDay = { dimension: 'type', value: 'signup', figure: 'count', rollups: '2', events: '1' };

    it('name only what lies in the days that are asked about', async () => {
      const [at, before, later] = [
        await look(bounds),
        await look({ ...bounds, fromMs: 0, toMs: bounds.fromMs }),
        await look({ ...bounds, fromMs: Date.parse('2026-03-13'), toMs: Date.parse('2026-03-20') }),
      ];
      expect(at.differences).toContainEqual(expect.objectContaining(onThatDay));
      expect([before.isExact, later.isExact]).toEqual([true, true]);
    });

    it('are found when a statement over them is too large, in halves', async () => {
      let refused = 0;
      const narrow: VerifyOptions['warehouse'] = {
        read: <Row>(statement: Statement) => {
          const { startMs, endMs } = statement.params ?? {};
          const isLong = Number(endMs) - Number(startMs) > dayMs && statement.sql.includes('ofRollups');
          const hasMany = statement.sql.includes("('channel', ") && statement.sql.includes("('dead', ");
          if (!isLong && !hasMany) return store.warehouse.read<Row>(statement);
          refused += 1;
          return Promise.reject(new AppError('UNAVAILABLE', 'The query took too long'));
        },
      };
      const days = { ...bounds, toMs: bounds.fromMs + 4 * dayMs, warehouse: narrow, eventsReadMax: 1_000 };
      expect((await look(days)).differences).toContainEqual(expect.objectContaining(onThatDay));
      expect(refused).toBeGreaterThan(10);
      expect(await look({ ...days, workspaceId: 'ws_whole' })).toMatchObject({ isExact: true });
    });

    it('are told from events that are stored twice', async () => {
      await command(twice);
      expect((await look(history)).violations).toContainEqual(
        expect.objectContaining({ what: 'rows and offsets of events', isOfEvents: true }),
      );
    });
  });
});
