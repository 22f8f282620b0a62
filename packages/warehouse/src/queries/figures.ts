/**
 * What queries read, in few statements: what is asked about a workspace at the same moment, or while many statements about
 * it run, is read by one statement.
 */
import DataLoader from 'dataloader';
import { LRUCache } from 'lru-cache';
import { setTimeout as delay } from 'node:timers/promises';
import { type Dimension, trafficDimensions } from './dimensions.ts';
import type { Reader } from '../driver/port.ts';
import type { Scope } from './scope.ts';
import type { Source } from './source.ts';
import { breakdown, breakdownOfValues, breakdownRow, type BreakdownRow, table, type Table } from './sql/breakdown.ts';
import { readRows } from './sql/read-rows.ts';
import type { Buckets, Slice } from './sql/slice.ts';
import { titleRow, titles } from './sql/titles.ts';
import { type Traffic, trafficOf } from './sql/traffic.ts';

/** The questions of one screen arrive over several connections, within this time. */
const gatherMs = 2;
/** Statements about one workspace that run at the same time; with more, what comes waits and is gathered. */
const statementsAtOnce = 4;
/** Workspaces, and scopes of titles, that something is gathered for; one that is forgotten asks by itself. */
const gatheredMax = 1_000;

interface Asked {
  slice: Slice;
  /** Values of each dimension. */
  limit: number;
}

type Lists = DataLoader<Asked, readonly BreakdownRow[]>;
type Titles = DataLoader<string, string>;
interface ValueKey {
  dimension: Dimension;
  value: string;
}
type Rows = DataLoader<ValueKey, BreakdownRow | undefined>;

/** Everything rejects with UNAVAILABLE when the store does not answer, or a limit is reached. */
export class Figures {
  readonly #reader: Pick<Reader, 'read'>;
  readonly #lists = new LRUCache<string, Lists>({ max: gatheredMax });
  readonly #titles = new LRUCache<string, Titles>({ max: gatheredMax });
  readonly #rows = new LRUCache<string, Rows>({ max: gatheredMax });

  constructor(reader: Pick<Reader, 'read'>) {
    this.#reader = reader;
  }

  /** The first `limit` values of a dimension, in the order of lists. */
  async list(scope: Scope, dimension: Dimension, limit: number): Promise<readonly BreakdownRow[]> {
    return this.#load(scope, { slice: { range: scope.range, dimensions: [dimension] }, limit });
  }

  /** As `list`; each row also says how many values the dimension has. */
  async countedList(scope: Scope, dimension: Dimension, limit: number): Promise<readonly BreakdownRow[]> {
    return this.#load(scope, { slice: { range: scope.range, dimensions: [dimension], countsValues: true }, limit });
  }

  /** A part of a list, in an order of its own; not gathered. */
  async table({ workspaceId, source, range }: Scope, asked: Omit<Table, 'range'>): Promise<readonly BreakdownRow[]> {
    return readRows(this.#reader, breakdownRow, table({ workspaceId, source }, { ...asked, range }));
  }

  /** The rows of some values of a dimension, by value. */
  async rows(scope: Scope, dimension: Dimension, values: readonly string[]): Promise<Map<string, BreakdownRow>> {
    const key = JSON.stringify(scope);
    const rowsOfScope = gathered(this.#rows, key, () =>
      gather<ValueKey, BreakdownRow | undefined>((wanted) => this.#readRows(scope, wanted)),
    );
    const found = await Promise.all(values.map((value) => rowsOfScope.load({ dimension, value })));
    return new Map(found.flatMap((row) => (row ? [[row.value, row]] : [])));
  }

  /** What happened in the range. */
  async traffic(scope: Scope): Promise<Traffic> {
    return trafficOf(
      await this.#load(scope, { slice: { range: scope.range, dimensions: trafficDimensions }, limit: 1 }),
    );
  }

  /** What happened in each bucket of the range that saw anything, by the bucket's number. */
  async series(scope: Scope, buckets: Buckets): Promise<Map<number, Traffic>> {
    const slice = { range: scope.range, dimensions: trafficDimensions, buckets };
    const byBucket = new Map<number, BreakdownRow[]>();
    for (const row of await this.#load(scope, { slice, limit: 1 })) {
      const rows = byBucket.get(Number(row.value));
      if (rows) rows.push(row);
      else byBucket.set(Number(row.value), [row]);
    }
    return new Map([...byBucket].map(([bucket, rows]) => [bucket, trafficOf(rows)]));
  }

  /** The titles of pages, by path; empty for those that have none. */
  async titles(scope: Scope, paths: readonly string[]): Promise<Map<string, string>> {
    const titlesOfScope = gathered(this.#titles, JSON.stringify(scope), () =>
      gather<string, string>((wanted) => this.#readTitles(scope, wanted)),
    );
    return new Map(await Promise.all(paths.map(async (path) => [path, await titlesOfScope.load(path)] as const)));
  }

  #load({ workspaceId, source }: Scope, asked: Asked): Promise<readonly BreakdownRow[]> {
    const lists = gathered(this.#lists, JSON.stringify([workspaceId, source]), () =>
      gather<Asked, readonly BreakdownRow[]>((wanted) => this.#readSlices({ workspaceId, source }, wanted)),
    );
    return lists.load(asked);
  }

  async #readSlices(
    of: { workspaceId: string; source: Source },
    wanted: readonly Asked[],
  ): Promise<(readonly BreakdownRow[])[]> {
    const { slices, indexOf } = joinSlices(wanted.map(({ slice }) => slice));
    const limit = Math.max(...wanted.map((one) => one.limit));
    const rows = await readRows(this.#reader, breakdownRow, breakdown(of, slices, limit));
    const found = new Map<string, BreakdownRow[]>();
    for (const row of rows) {
      const key = `${row.slice} ${row.dimension}`;
      const list = found.get(key);
      if (list) list.push(row);
      else found.set(key, [row]);
    }
    return wanted.map(({ slice, limit: mine }) =>
      slice.dimensions.flatMap((dimension) => {
        const list = found.get(`${indexOf(slice)} ${dimension}`) ?? [];
        return slice.buckets ? list : list.slice(0, mine);
      }),
    );
  }

  async #readRows({ range, ...of }: Scope, wanted: readonly ValueKey[]): Promise<(BreakdownRow | undefined)[]> {
    const dimensions = [...new Set(wanted.map(({ dimension }) => dimension))].toSorted();
    const values = [...new Set(wanted.map(({ value }) => value))];
    const rows = await readRows(this.#reader, breakdownRow, breakdownOfValues(of, { range, dimensions }, values));
    const byKey = new Map(rows.map((row) => [`${row.dimension} ${row.value}`, row]));
    return wanted.map(({ dimension, value }) => byKey.get(`${dimension} ${value}`));
  }

  async #readTitles(scope: Scope, paths: readonly string[]): Promise<string[]> {
    const rows = await readRows(this.#reader, titleRow, titles(scope, [...new Set(paths)]));
    const byPath = new Map(rows.map(({ path, title }) => [path, title]));
    return paths.map((path) => byPath.get(path) ?? '');
  }
}

/** One slice for each range and its buckets, with all dimensions that are asked of it, in one order so that the same questions make the same text. */
function joinSlices(asked: readonly Slice[]): { slices: Slice[]; indexOf: (slice: Slice) => number } {
  const keyOf = ({ range, buckets }: Slice) => JSON.stringify([range.startMs, range.endMs, buckets]);
  const keys = [...new Set(asked.map(keyOf))].toSorted();
  const slices = keys.flatMap((key) => {
    const same = asked.filter((slice) => keyOf(slice) === key);
    const dimensions = new Set(same.flatMap((slice) => slice.dimensions));
    const countsValues = same.some((slice) => slice.countsValues);
    return same.slice(0, 1).map((slice) => ({ ...slice, dimensions: [...dimensions].toSorted(), countsValues }));
  });
  return { slices, indexOf: (slice) => keys.indexOf(keyOf(slice)) };
}

function gathered<Loader extends object>(known: LRUCache<string, Loader>, key: string, make: () => Loader): Loader {
  const found = known.get(key);
  if (found) return found;
  const made = make();
  known.set(key, made);
  return made;
}

/** A loader that asks for what came within `gatherMs`, and later while `statementsAtOnce` of it run. */
function gather<Key, Value>(read: (keys: readonly Key[]) => Promise<Value[]>): DataLoader<Key, Value> {
  const running = new Set<Promise<unknown>>();
  const turn = async () => {
    await delay(gatherMs);
    while (running.size >= statementsAtOnce) await Promise.race(running);
  };
  return new DataLoader<Key, Value>(
    (keys) => {
      const values = read(keys);
      const ended: Promise<unknown> = values.then(
        () => running.delete(ended),
        () => running.delete(ended),
      );
      running.add(ended);
      return values;
    },
    {
      // What is asked again is read again: answers are cached by whoever asks.
      cache: false,
      batchScheduleFn: (ask) => void turn().then(ask),
    },
  );
}
