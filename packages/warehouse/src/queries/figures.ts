/**
 * What queries read, in few statements: the lists of one workspace and range that are asked for at the same moment, or while
 * a statement for them runs, are read by one statement.
 */
import DataLoader from 'dataloader';
import { LRUCache } from 'lru-cache';
import { setTimeout as delay } from 'node:timers/promises';
import type { Dimension } from './dimensions.ts';
import type { Reader } from '../driver/port.ts';
import type { Scope } from './scope.ts';
import { breakdown, breakdownRow, type BreakdownRow } from './sql/breakdown.ts';
import { type PageDetails, pageDetails, pageDetailsRow } from './sql/page-details.ts';
import { readRows } from './sql/read-rows.ts';
import type { Buckets } from './sql/rollups.ts';
import { traffic, trafficRow, type Traffic } from './sql/traffic.ts';

/** The questions of one screen arrive over several connections, within this time. */
const gatherMs = 2;
/** Scopes that something is gathered for; one that is forgotten asks by itself. */
const scopesMax = 1_000;

interface ListKey {
  dimension: Dimension;
  limit: number;
}

interface Gathered {
  lists: DataLoader<ListKey, readonly BreakdownRow[]>;
  pages: DataLoader<string, PageDetails | undefined>;
}

/** Everything rejects with UNAVAILABLE when the store does not answer, or a limit is reached. */
export class Figures {
  readonly #reader: Pick<Reader, 'read'>;
  readonly #gathered = new LRUCache<string, Gathered>({ max: scopesMax });

  constructor(reader: Pick<Reader, 'read'>) {
    this.#reader = reader;
  }

  /** The first `limit` values of a dimension, in the order of lists. */
  async list(scope: Scope, dimension: Dimension, limit: number): Promise<readonly BreakdownRow[]> {
    return this.#of(scope).lists.load({ dimension, limit });
  }

  /** The details of pages, by path; of those that have none nothing. */
  async pages(scope: Scope, paths: readonly string[]): Promise<Map<string, PageDetails>> {
    const found = await Promise.all(paths.map((path) => this.#of(scope).pages.load(path)));
    return new Map(found.flatMap((one) => (one === undefined ? [] : [[one.path, one]])));
  }

  /** What happened in each bucket of the range that saw anything, by the bucket's number. */
  async traffic(scope: Scope, buckets: Buckets): Promise<Map<number, Traffic>> {
    const rows = await readRows(this.#reader, trafficRow, traffic(scope, buckets));
    return new Map(rows.map(({ bucket, ...figures }) => [bucket, figures]));
  }

  #of(scope: Scope): Gathered {
    const key = JSON.stringify(scope);
    const known = this.#gathered.get(key);
    if (known) return known;
    const gathered = {
      lists: gather<ListKey, readonly BreakdownRow[]>((wanted) => this.#readLists(scope, wanted)),
      pages: gather<string, PageDetails | undefined>((paths) => this.#readPages(scope, paths)),
    };
    this.#gathered.set(key, gathered);
    return gathered;
  }

  async #readLists(scope: Scope, wanted: readonly ListKey[]): Promise<(readonly BreakdownRow[])[]> {
    // In one order, so that the same lists make the same text.
    const dimensions = [...new Set(wanted.map(({ dimension }) => dimension))].toSorted();
    const limit = Math.max(...wanted.map((one) => one.limit));
    const rows = await readRows(this.#reader, breakdownRow, breakdown(scope, dimensions, limit));
    return wanted.map((one) => rows.filter(({ dimension }) => dimension === one.dimension).slice(0, one.limit));
  }

  async #readPages(scope: Scope, paths: readonly string[]): Promise<(PageDetails | undefined)[]> {
    const rows = await readRows(this.#reader, pageDetailsRow, pageDetails(scope, [...new Set(paths)]));
    const byPath = new Map(rows.map((row) => [row.path, row]));
    return paths.map((path) => byPath.get(path));
  }
}

/** A loader that asks for what came within `gatherMs`, and again only when it has been answered. */
function gather<Key, Value>(read: (keys: readonly Key[]) => Promise<Value[]>): DataLoader<Key, Value> {
  let running: Promise<unknown> = Promise.resolve();
  return new DataLoader<Key, Value>(
    (keys) => {
      const values = read(keys);
      running = values.catch(() => undefined);
      return values;
    },
    {
      // What is asked again is read again: answers are cached by whoever asks.
      cache: false,
      batchScheduleFn: (ask) => void Promise.all([running, delay(gatherMs)]).then(ask),
    },
  );
}
