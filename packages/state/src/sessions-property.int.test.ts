/** Random visits get the same sessions from both drivers, and from two processes at once the sessions that one would assign. */
import { minuteMs } from '@footfall/schemas';
import { describeWithServers } from '@footfall/test-servers';
import fc from 'fast-check';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openState } from './open.ts';
import type { PlacedVisit, State, Visit } from './port.ts';
import { removeKeys, withOwnPrefix } from './redis-prefix.fixture.ts';
import { type Alias, type Interval, placeVisit } from './place-visit.ts';

const midnight = Date.UTC(2026, 2, 2);

/** Few visitors and four hours around midnight, so that sessions merge, and continue from one day's visitor to the next. */
const anyVisit = fc.record(
  {
    workspaceId: fc.constantFrom('ws_0000000000000001', 'ws_0000000000000002'),
    visitorId: fc.constantFrom('a', 'b', 'c', 'd'),
    previousVisitorId: fc.constantFrom('a', 'b', 'c', 'd'),
    timestamp: fc.integer({ min: -120, max: 120 }).map((minute) => midnight + minute * minuteMs),
  },
  { requiredKeys: ['workspaceId', 'visitorId', 'timestamp'] },
);
const anyBatch = fc.array(anyVisit, { maxLength: 12 });

it('visits placed in the embedded state get the answers of the rule', async () => {
  const path = mkdtempSync(join(tmpdir(), 'footfall-visits-'));
  const state = await openState({ DATA_DIR: path }, { now: Date.now });
  const remembered = new Remembered();
  await fc.assert(
    fc.asyncProperty(anyBatch, async (batch) => {
      expect(await state.sessions.place(batch)).toEqual(remembered.place(batch));
    }),
    { numRuns: 100, endOnFailure: true },
  );
  await state.close();
  rmSync(path, { recursive: true });
});

describeWithServers('on a server', ['REDIS_URL'], ({ REDIS_URL }) => {
  const { url, keyPrefix } = withOwnPrefix(REDIS_URL);
  let folder: string;
  let embedded: State;
  let one: State;
  let other: State;
  let run = 0;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'footfall-visits-'));
    embedded = await openState({ DATA_DIR: folder }, { now: Date.now });
    one = await openState({ DATA_DIR: '', REDIS_URL: url }, { now: Date.now });
    other = await openState({ DATA_DIR: '', REDIS_URL: url }, { now: Date.now });
  });
  afterAll(async () => {
    await Promise.all([embedded.close(), one.close(), other.close()]);
    await removeKeys(REDIS_URL, keyPrefix);
    rmSync(folder, { recursive: true });
  });

  /** Makes the visitors unique to this run. */
  const ofThisRun = (visits: readonly Visit[]): Visit[] => {
    const own = (visitorId: string) => `${run}${visitorId}`;
    return visits.map(({ previousVisitorId, ...visit }) => ({
      ...visit,
      visitorId: own(visit.visitorId),
      ...(previousVisitorId !== undefined && { previousVisitorId: own(previousVisitorId) }),
    }));
  };

  it('visits placed in Redis get the answers that the embedded state gives', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyBatch, { maxLength: 6 }), async (batches) => {
        run += 1;
        for (const [index, batch] of batches.map(ofThisRun).entries()) {
          const expected = await embedded.sessions.place(batch);
          expect(await (index % 2 === 0 ? one : other).sessions.place(batch)).toEqual(expected);
        }
      }),
      { numRuns: 100 },
    );
  });

  it('what two processes answer at once, one process would answer, in one order or the other', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(anyBatch, anyBatch), { maxLength: 5 }), async (rounds) => {
        run += 1;
        let possible = [new Remembered()];
        for (const [left, right] of rounds) {
          const [a, b] = [ofThisRun(left), ofThisRun(right)];
          const [placedA, placedB] = await Promise.all([one.sessions.place(a), other.sessions.place(b)]);
          const answers = JSON.stringify([placedA, placedB]);
          possible = possible.flatMap((before) => {
            const [aFirst, bFirst] = [before.copy(), before.copy()];
            const afterA = [aFirst.place(a), aFirst.place(b)];
            const afterB = [bFirst.place(b), bFirst.place(a)].toReversed();
            return [
              ...(JSON.stringify(afterA) === answers ? [aFirst] : []),
              ...(JSON.stringify(afterB) === answers ? [bFirst] : []),
            ];
          });
          expect(possible).not.toEqual([]);
        }
      }),
      { numRuns: 100 },
    );
  });

  it('a thousand visits at once, of the same visitors in both processes, are all placed', async () => {
    run += 1;
    const visits = Array.from({ length: 1_000 }, (_, index) => ({
      workspaceId: 'ws_0000000000000001',
      visitorId: `${run}-${index % 10}`,
      timestamp: midnight + index,
    }));
    const placed = await Promise.all(
      visits.map((visit, index) => (index % 2 === 0 ? one : other).sessions.place([visit])),
    );
    const byVisitor = new Map(placed.flat().map(({ visitorId, sessionId }) => [visitorId, sessionId]));
    expect(byVisitor.size).toBe(10);
    expect(placed.flat().every(({ visitorId, sessionId }) => byVisitor.get(visitorId) === sessionId)).toBe(true);
  });
});

/** The memory of a single process. */
class Remembered {
  readonly #intervals: Map<string, readonly Interval[]>;
  readonly #aliases: Map<string, Alias>;

  constructor(intervals = new Map<string, readonly Interval[]>(), aliases = new Map<string, Alias>()) {
    this.#intervals = new Map(intervals);
    this.#aliases = new Map(aliases);
  }

  copy(): Remembered {
    return new Remembered(this.#intervals, this.#aliases);
  }

  place(visits: readonly Visit[]): PlacedVisit[] {
    const memory = {
      intervals: (...key: [string, string]) => this.#intervals.get(key.join('/')) ?? [],
      setIntervals: (workspaceId: string, visitorId: string, intervals: readonly Interval[]) =>
        void this.#intervals.set(`${workspaceId}/${visitorId}`, intervals),
      alias: (...key: [string, string]) => this.#aliases.get(key.join('/')),
      setAlias: (workspaceId: string, visitorId: string, alias: Alias) =>
        void this.#aliases.set(`${workspaceId}/${visitorId}`, alias),
    };
    return visits.map((visit) => placeVisit(visit, memory));
  }
}
