/** Requests that are gathered into one statement read the same rows as separate statements. */
import { hourMs } from '@footfall/schemas';
import fc from 'fast-check';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Statement } from '../driver/port.ts';
import type { BreakdownDimension } from './breakdown-dimensions.ts';
import { event, openStore, recordReads, type Store } from './endpoints/store.fixture.ts';
import { Figures } from './figures.ts';
import { readFilters } from './parameters/filters.ts';
import { type Scope, scopeOf, type Subset } from './scope.ts';
import type { Source } from './source.ts';

const dimensions: readonly BreakdownDimension[] = [
  'source',
  'campaign',
  'channel',
  'country',
  'city',
  'type',
  'path',
  'dead',
];
const startMs = Date.parse('2026-03-10T00:00:00Z');

/** The first hour of each range, and the hour after its last. Some ranges are apart, some overlap, and some lie within others. */
const rangesOfHours = [
  [0, 4],
  [0, 30],
  [3, 10],
  [5, 20],
] as const;

const subset: fc.Arbitrary<Subset> = fc
  .record({
    workspaceId: fc.constantFrom('ws_one', 'ws_two', 'ws_none'),
    source: fc.constantFrom<Source>('events', 'manyEvents', 'rollups'),
    filters: fc.constantFrom(
      ...[[], ['country:is:DE'], ['path:is_not:/c', 'country:is_not:DE']].map((texts) =>
        readFilters(texts, { goals: [], fixedFilters: [] }),
      ),
    ),
  })
  .map((one) => ({ ...one, source: one.source === 'rollups' && one.filters.length > 0 ? 'visits' : one.source }));

const request = fc.record({
  isOfFirst: fc.boolean(),
  hours: fc.constantFrom(...rangesOfHours),
  /** A list of a dimension, traffic, sums over sessions, or traffic by the hour or the day. */
  read: fc.oneof(
    fc.record({ dimension: fc.constantFrom(...dimensions), limit: fc.constantFrom(1, 2, 100) }),
    fc.constantFrom('traffic' as const, 'sums' as const),
    fc.record({ widthMs: fc.constantFrom(hourMs, 24 * hourMs) }),
  ),
});

/** Requests for two subsets, so that several are gathered for each. */
const requests = fc
  .record({ first: subset, second: subset, all: fc.array(request, { minLength: 2, maxLength: 12 }) })
  .map(({ first, second, all }) =>
    all.map(({ isOfFirst, hours: [from, to], read }) => {
      const range = { startMs: startMs + from * hourMs, endMs: startMs + to * hourMs };
      return { read, scope: scopeOf(isOfFirst ? first : second, range) };
    }),
  );
type Request = typeof requests extends fc.Arbitrary<(infer One)[]> ? One : never;

function query(figures: Figures, { read, scope }: Request): Promise<unknown> {
  if (read === 'traffic') return figures.traffic(scope);
  if (read === 'sums') return sumsOf(figures, scope);
  if ('widthMs' in read) return figures.series(scope, [{ startMs, widthMs: read.widthMs, count: 1_000 }]);
  return listOf(figures, scope, read.dimension, read.limit);
}

async function sumsOf(figures: Figures, mine: Scope): Promise<number[]> {
  const names = ['session', 'dead_session'] as const;
  return names.map(await figures.sessionSums(mine, names));
}

/** Returns the rows of a list, with 0 as the index of the slice. */
async function listOf(figures: Figures, mine: Scope, dimension: BreakdownDimension, limit: number) {
  return (await figures.list(mine, dimension, limit)).map((row) => ({ ...row, slice: 0 }));
}

function createGate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

describe('gathered requests', () => {
  let store: Store;
  beforeAll(async () => {
    store = await openStore('rollups');
    const at = (hour: number) => new Date(startMs + hour * hourMs).toISOString();
    for (const [workspaceId, names] of [
      ['ws_one', ['a', 'b', 'c']],
      ['ws_two', ['b', 'c', 'd', 'e']],
    ] as const) {
      await store.add(
        workspaceId,
        names.flatMap((name, index) =>
          [1, 6, 21].flatMap((hour) => [
            event(at(hour), name, `${name} ${hour}`, {
              path: `/${name}`,
              title: `${name} of ${workspaceId}`,
              source: name,
              utmCampaign: name,
              city: name,
              country: index % 2 === 0 ? 'DE' : 'FR',
            }),
            event(at(hour), name, `${name} ${hour}`, { type: '$dead_click', path: `/${name}` }),
          ]),
        ),
      );
    }
    // Rolls up what was stored.
    await store.query('channels', 'ws_one');
  });
  afterAll(() => store.remove());

  function counted() {
    const { statements, reader } = recordReads(store.warehouse);
    return { statements, figures: new Figures(reader) };
  }

  it('returns the right result to each of several concurrent callers', async () => {
    await fc.assert(
      fc.asyncProperty(requests, async (all) => {
        const { figures } = counted();
        const together = await Promise.all(all.map((one) => query(figures, one)));
        for (const [index, one] of all.entries()) {
          const alone = await query(new Figures(store.warehouse), one);
          expect(together[index]).toEqual(alone);
        }
      }),
      { numRuns: 20 },
    );
  });

  it.each([
    ['of a small workspace in three statements', 'events', 3],
    ['of a large workspace in two statements for each range', 'manyEvents', 4],
  ] as const)('reads everything that is requested %s', async (_what, source, count) => {
    const { statements, figures } = counted();
    const range = { startMs, endMs: startMs + 30 * hourMs };
    const mine = scopeOf({ workspaceId: 'ws_one', source, filters: [] }, range);
    const before = { ...mine, range: { startMs: startMs - 30 * hourMs, endMs: startMs } };
    const [lists] = await Promise.all([
      Promise.all(dimensions.map((dimension) => figures.list(mine, dimension, 10))),
      figures.traffic(mine),
      figures.traffic(before),
      figures.series(mine, [{ startMs, widthMs: hourMs, count: 1_000 }]),
    ]);
    expect(statements).toHaveLength(count);
    expect(lists.every((list) => list.length > 0)).toBe(true);
  });

  it('reads the titles of the last list together with the next one, and those of new paths afterwards', async () => {
    const { statements, figures } = counted();
    const hoursOf = (workspaceId: string, hours: number) =>
      scopeOf({ workspaceId, source: 'events', filters: [] }, { startMs, endMs: startMs + hours * hourMs });
    const pages = async (...requested: Parameters<typeof figures.pages>) => {
      statements.length = 0;
      const found = await figures.pages(...requested);
      return { titles: found.map(({ title }) => title), statements: statements.length };
    };
    const ofOne = ['a of ws_one', 'b of ws_one', 'c of ws_one'];
    // The paths are known first.
    expect(await pages(hoursOf('ws_one', 30), 10)).toEqual({ titles: ofOne, statements: 2 });
    statements.length = 0;
    const [all, two] = await Promise.all([
      figures.pages(hoursOf('ws_one', 30), 10),
      figures.pages(hoursOf('ws_one', 30), 2),
    ]);
    expect([all.length, two.length, statements.length]).toEqual([3, 2, 3]);
    expect(await pages(hoursOf('ws_one', 30), 10)).toEqual({ titles: ofOne, statements: 2 });
    // Workspaces are never read together.
    expect((await pages(hoursOf('ws_two', 30), 10)).titles).toEqual(
      ['b', 'c', 'd', 'e'].map((name) => `${name} of ws_two`),
    );
    expect(await pages(hoursOf('ws_one', 0), 10)).toEqual({ titles: [], statements: 2 });
    expect(await pages(hoursOf('ws_one', 30), 10)).toEqual({ titles: ofOne, statements: 2 });
  });

  it('gathers requests that arrive while four batches about the workspace run', async () => {
    const begun = Array.from({ length: 4 }, createGate);
    const released = createGate();
    let statements = 0;
    const read = async <Row>(statement: Statement) => {
      begun[statements++]?.open();
      await released.opened;
      return store.warehouse.read<Row>(statement);
    };
    const figures = new Figures({ read });
    const mine = scopeOf(
      { workspaceId: 'ws_one', source: 'events', filters: [] },
      { startMs, endMs: startMs + 30 * hourMs },
    );
    const requested = [];
    for (const { opened } of begun) {
      requested.push(figures.list(mine, 'channel', 10));
      await opened;
    }
    requested.push(figures.list(mine, 'source', 10));
    await new Promise((resolve) => setImmediate(resolve));
    requested.push(figures.list(mine, 'city', 10));
    released.open();
    expect((await Promise.all(requested)).every((list) => list.length > 0)).toBe(true);
    expect(statements).toBe(5);
  });

  it('keeps no rows once their callers have them', async () => {
    setFlagsFromString('--expose-gc');
    const collectGarbage: () => void = runInNewContext('gc');
    const { figures } = counted();
    const range = { startMs, endMs: startMs + 30 * hourMs };
    const mine = scopeOf({ workspaceId: 'ws_one', source: 'events', filters: [] }, range);
    const read = async () => {
      const [first = {}] = await figures.list(mine, 'path', 10);
      const [row = {}] = (await figures.rows(mine, 'path', ['/a', '/b'])).values();
      return [first, row].map((each) => new WeakRef(each));
    };
    const references = await read();
    // Until the turn ends, a reference keeps its row.
    await new Promise((resolve) => setImmediate(resolve));
    collectGarbage();
    expect(references.map((each) => each.deref())).toEqual([undefined, undefined]);
  });

  it('rejects every caller of a failed read, and reads again for the next one', async () => {
    let fails = true;
    const read = <Row>(statement: Statement) =>
      fails ? Promise.reject(new Error('away')) : store.warehouse.read<Row>(statement);
    const figures = new Figures({ read });
    const mine = scopeOf(
      { workspaceId: 'ws_one', source: 'events', filters: [] },
      { startMs, endMs: startMs + 30 * hourMs },
    );
    const failed = await Promise.allSettled([figures.list(mine, 'channel', 1), figures.list(mine, 'source', 1)]);
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    fails = false;
    expect(await figures.list(mine, 'source', 10)).toHaveLength(3);
  });
});
