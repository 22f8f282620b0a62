/** The reads of queries. Those of a workspace, or of a range of it, are gathered. */
import { dayMs } from '@footfall/schemas';
import { LRUCache } from 'lru-cache';
import type { Reader } from '../driver/port.ts';
import { type BreakdownDimension, type SessionSum, trafficDimensions } from './breakdown-dimensions.ts';
import { GatheredReads } from './gathered-reads.ts';
import type { Scope, Subset } from './scope.ts';
import { breakdownOfValues, breakdownRow, type BreakdownRow, byStatement } from './sql/breakdown.ts';
import { firstOfLists, type ListPage, pageOfList } from './sql/lists.ts';
import { readRows } from '../driver/read-rows.ts';
import type { Slice } from './sql/slice.ts';
import { titleRow, titles } from './sql/titles.ts';
import type { Range } from './time/range.ts';
import type { Buckets } from './time/time-buckets.ts';
import { type Traffic, trafficOf } from './traffic.ts';

/** The length of the end of a range in which titles are read first. */
const titlesFirstMs = dayMs;
/** Paths of a list that are remembered as likely to be in the next one. */
const likelyPathsMax = 100;
/** The maximum number of characters in all lists of likely paths; the least recently used lists are evicted. */
const likelyCharsMax = 4 << 20;

interface SliceKey {
  slice: Slice;
  /** Values of each dimension. */
  limit: number;
}

interface ValueKey {
  dimension: BreakdownDimension;
  value: string;
}

/** All methods reject with UNAVAILABLE if the store does not respond or a limit is reached. */
export class Figures {
  readonly #reader: Pick<Reader, 'read'>;
  readonly #lists = new GatheredReads((subset: Subset, wanted: readonly SliceKey[]) =>
    this.#readSlices(subset, wanted),
  );
  readonly #titles = new GatheredReads((scope: Scope, paths: readonly string[]) => this.#readTitles(scope, paths));
  readonly #rows = new GatheredReads((scope: Scope, wanted: readonly ValueKey[]) => this.#readRows(scope, wanted));
  /** The paths of the last list of pages, by workspace and limit. */
  readonly #likelyPaths = new LRUCache<string, readonly string[]>({
    maxSize: likelyCharsMax,
    sizeCalculation: (paths, key) => key.length + paths.reduce((sum, path) => sum + path.length, 0),
  });

  constructor(reader: Pick<Reader, 'read'>) {
    this.#reader = reader;
  }

  /** The first `limit` values of a dimension, in the order of lists. */
  async list(scope: Scope, dimension: BreakdownDimension, limit: number): Promise<readonly BreakdownRow[]> {
    return this.#load(scope, { slice: { range: scope.range, dimensions: [dimension] }, limit });
  }

  /** Returns the same as `list`; each row also has the number of the dimension's values. */
  async countedList(scope: Scope, dimension: BreakdownDimension, limit: number): Promise<readonly BreakdownRow[]> {
    return this.#load(scope, { slice: { range: scope.range, dimensions: [dimension], countsValues: true }, limit });
  }

  /** Returns a page of a list in the requested order; not gathered. */
  async page({ range, ...subset }: Scope, page: Omit<ListPage, 'range'>): Promise<readonly BreakdownRow[]> {
    return readRows(this.#reader, breakdownRow, pageOfList(subset, { ...page, range }));
  }

  /** The rows of some values of a dimension, by value. */
  async rows(
    scope: Scope,
    dimension: BreakdownDimension,
    values: readonly string[],
  ): Promise<Map<string, BreakdownRow>> {
    const keys = values.map((value) => ({ dimension, value }));
    const found = await this.#rows.load(scope, keys);
    return new Map(found.flatMap((row) => (row ? [[row.value, row]] : [])));
  }

  /** The traffic in the range. */
  async traffic(scope: Scope): Promise<Traffic> {
    return trafficOf(
      await this.#load(scope, { slice: { range: scope.range, dimensions: trafficDimensions }, limit: 1 }),
    );
  }

  /** Sums over the sessions that start in the range, by name; without a session, 0. */
  async sessionSums<Name extends SessionSum>(scope: Scope, names: readonly Name[]): Promise<(name: Name) => number> {
    const rows = await this.#load(scope, { slice: { range: scope.range, dimensions: names }, limit: 1 });
    return (name) => rows.find(({ dimension }) => dimension === name)?.count ?? 0;
  }

  /** The traffic in each bucket of the range with events, by the bucket's number. */
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

  /** The first `limit` paths, each with its title; empty for those that have none. Most of them were in the last list, so their titles are read together with it. */
  async pages(scope: Scope, limit: number): Promise<{ page: BreakdownRow; title: string }[]> {
    const key = `${scope.workspaceId} ${limit}`;
    const [ranked, likely] = await Promise.all([
      this.list(scope, 'path', limit),
      this.#titlesOf(scope, this.#likelyPaths.get(key) ?? []),
    ]);
    const paths = ranked.map(({ value }) => value);
    this.#likelyPaths.set(key, paths.slice(0, likelyPathsMax));
    const others = await this.#titlesOf(
      scope,
      paths.filter((path) => !likely.has(path)),
    );
    return ranked.map((page) => ({ page, title: likely.get(page.value) ?? others.get(page.value) ?? '' }));
  }

  async #titlesOf(scope: Scope, paths: readonly string[]): Promise<Map<string, string>> {
    const found = await this.#titles.load(scope, paths);
    return new Map(paths.map((path, index) => [path, found[index] ?? '']));
  }

  async #load({ workspaceId, source, filters }: Scope, key: SliceKey): Promise<readonly BreakdownRow[]> {
    const [rows = []] = await this.#lists.load({ workspaceId, source, filters }, [key]);
    return rows;
  }

  /** Returns a promise for each of `wanted`, which resolves once the statements that it needs have ended. */
  #readSlices(subset: Subset, wanted: readonly SliceKey[]): Promise<readonly BreakdownRow[]>[] {
    const limit = Math.max(...wanted.map((one) => one.limit));
    const lists = new Map<string, Promise<readonly BreakdownRow[]>>();
    for (const slices of byStatement(subset.source, joinSlices(wanted.map(({ slice }) => slice)))) {
      const rows = readRows(this.#reader, breakdownRow, firstOfLists(subset, slices, limit));
      for (const [index, slice] of slices.entries()) {
        for (const name of slice.dimensions) {
          const list = rows.then((all) => all.filter((row) => row.slice === index && row.dimension === name));
          lists.set(listKeyOf(slice, name), list);
        }
      }
    }
    return wanted.map(async ({ slice, limit: mine }) => {
      const found = await Promise.all(slice.dimensions.flatMap((name) => lists.get(listKeyOf(slice, name)) ?? []));
      return found.flatMap((rows) => (slice.buckets ? rows : rows.slice(0, mine)));
    });
  }

  #readRows({ range, ...subset }: Scope, wanted: readonly ValueKey[]): Promise<BreakdownRow | undefined>[] {
    const dimensions = [...new Set(wanted.map(({ dimension }) => dimension))].toSorted();
    const values = [...new Set(wanted.map(({ value }) => value))];
    const rows = readRows(this.#reader, breakdownRow, breakdownOfValues(subset, { range, dimensions }, values));
    const byKey = rows.then((all) => new Map(all.map((row) => [valueKeyOf(row), row])));
    return wanted.map(async (key) => (await byKey).get(valueKeyOf(key)));
  }

  #readTitles(scope: Scope, paths: readonly string[]): Promise<string>[] {
    const byPath = this.#latestTitles(scope, [...new Set(paths)]);
    return paths.map(async (path) => (await byPath).get(path) ?? '');
  }

  /** Reads the latest titles: among many events, from the end of the range first, where most titles are the latest already. */
  async #latestTitles(scope: Scope, paths: readonly string[]): Promise<Map<string, string>> {
    const { startMs, endMs } = scope.range;
    const middleMs = scope.source === 'visits' ? Math.max(startMs, endMs - titlesFirstMs) : startMs;
    const read = async (range: Range, some: readonly string[]) => {
      const rows = some.length > 0 ? await readRows(this.#reader, titleRow, titles({ ...scope, range }, some)) : [];
      return rows.map(({ path, title }) => [path, title] as const);
    };
    const last = new Map(await read({ startMs: middleMs, endMs }, paths));
    const missing = middleMs > startMs ? paths.filter((path) => !last.has(path)) : [];
    return new Map([...(await read({ startMs, endMs: middleMs }, missing)), ...last]);
  }
}

const valueKeyOf = ({ dimension, value }: Pick<BreakdownRow, 'dimension' | 'value'>) => `${dimension} ${value}`;

const keyOf = ({ range, buckets }: Slice) => JSON.stringify([range.startMs, range.endMs, buckets]);

const listKeyOf = (slice: Slice, dimension: BreakdownDimension) => `${dimension} ${keyOf(slice)}`;

/** Returns one slice for each range and its buckets, with all requested dimensions, sorted so that equal requests produce equal SQL. */
function joinSlices(slices: readonly Slice[]): Slice[] {
  return [...new Set(slices.map(keyOf))].toSorted().flatMap((key) => {
    const same = slices.filter((slice) => keyOf(slice) === key);
    const dimensions = [...new Set(same.flatMap((slice) => slice.dimensions))].toSorted();
    const countsValues = same.some((slice) => slice.countsValues);
    return same.slice(0, 1).map((slice) => ({ ...slice, dimensions, countsValues }));
  });
}
