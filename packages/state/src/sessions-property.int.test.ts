/** Random visits get the same sessions from both drivers, and from two concurrent processes the sessions that one process would assign. */
import { minuteMs } from '@footfall/schemas';
import { describeWithServers } from '@footfall/test-servers';
import fc from 'fast-check';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openState } from './open.ts';
import type { AssignedVisit, State, Visit } from './port.ts';
import { withoutDeadlines } from './redis-deadlines.fixture.ts';
import { removeKeys, withOwnPrefix } from './redis-prefix.fixture.ts';
import { type Alias, type Interval, assignVisit } from './assign-visit.ts';

const midnight = Date.UTC(2026, 2, 2);

/** Visits of few visitors in the four hours around midnight, so that sessions merge, and continue from one day's visitor to the next. */
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

it('visits assigned in the embedded state get the sessions of the rule', async () => {
  const path = mkdtempSync(join(tmpdir(), 'footfall-visits-'));
  const state = await openState({ DATA_DIR: path }, { now: Date.now });
  const remembered = new Remembered();
  await fc.assert(
    fc.asyncProperty(anyBatch, async (batch) => {
      expect(await state.sessions.assign(batch)).toEqual(remembered.assign(batch));
    }),
    { numRuns: 100, endOnFailure: true },
  );
  await state.close();
  rmSync(path, { recursive: true });
});

it('a session is remembered once, in whatever order its visits arrive', () => {
  fc.assert(
    fc.property(fc.array(anyVisit), (visits) => {
      const remembered = new Remembered();
      remembered.assign(visits);
      const ids = remembered.sessionIds();
      expect(ids).toEqual([...new Set(ids)]);
    }),
  );
});

describeWithServers('on a server', ['REDIS_URL'], ({ REDIS_URL }) => {
  const { url, keyPrefix } = withOwnPrefix(REDIS_URL);
  let folder: string;
  let embedded: State;
  let one: State;
  let other: State;
  let run = 0;

  withoutDeadlines();
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

  it('visits assigned in Redis get the sessions that the embedded state returns', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyBatch, { maxLength: 6 }), async (batches) => {
        run += 1;
        for (const [index, batch] of batches.map(ofThisRun).entries()) {
          const expected = await embedded.sessions.assign(batch);
          expect(await (index % 2 === 0 ? one : other).sessions.assign(batch)).toEqual(expected);
        }
      }),
      { numRuns: 100 },
    );
  });

  it('two concurrent processes return what one process would return in one of the two orders', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(anyBatch, anyBatch), { maxLength: 5 }), async (rounds) => {
        run += 1;
        let possible = [new Remembered()];
        for (const [left, right] of rounds) {
          const [a, b] = [ofThisRun(left), ofThisRun(right)];
          const [assignedA, assignedB] = await Promise.all([one.sessions.assign(a), other.sessions.assign(b)]);
          const results = JSON.stringify([assignedA, assignedB]);
          possible = possible.flatMap((before) => {
            const [aFirst, bFirst] = [before.copy(), before.copy()];
            const afterA = [aFirst.assign(a), aFirst.assign(b)];
            const afterB = [bFirst.assign(b), bFirst.assign(a)].toReversed();
            return [
              ...(JSON.stringify(afterA) === results ? [aFirst] : []),
              ...(JSON.stringify(afterB) === results ? [bFirst] : []),
            ];
          });
          expect(possible).not.toEqual([]);
        }
      }),
      { numRuns: 100 },
    );
  });

  it('a thousand concurrent visits, of the same visitors in both processes, are all assigned', async () => {
    run += 1;
    const visits = Array.from({ length: 1_000 }, (_, index) => ({
      workspaceId: 'ws_0000000000000001',
      visitorId: `${run}-${index % 10}`,
      timestamp: midnight + index,
    }));
    const assigned = await Promise.all(
      visits.map((visit, index) => (index % 2 === 0 ? one : other).sessions.assign([visit])),
    );
    const byVisitor = new Map(assigned.flat().map(({ visitorId, sessionId }) => [visitorId, sessionId]));
    expect(byVisitor.size).toBe(10);
    expect(assigned.flat().every(({ visitorId, sessionId }) => byVisitor.get(visitorId) === sessionId)).toBe(true);
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

  sessionIds(): string[] {
    return [...this.#intervals.values()].flat().map(([, , sessionId]) => sessionId);
  }

  assign(visits: readonly Visit[]): AssignedVisit[] {
    const memory = {
      intervals: (...key: [string, string]) => this.#intervals.get(key.join('/')) ?? [],
      setIntervals: (workspaceId: string, visitorId: string, intervals: readonly Interval[]) =>
        void this.#intervals.set(`${workspaceId}/${visitorId}`, intervals),
      alias: (...key: [string, string]) => this.#aliases.get(key.join('/')),
      setAlias: (workspaceId: string, visitorId: string, alias: Alias) =>
        void this.#aliases.set(`${workspaceId}/${visitorId}`, alias),
    };
    return visits.map((visit) => assignVisit(visit, memory));
  }
}
