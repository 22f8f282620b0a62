/**
 * Keeps the rollups up to date, by runs: a run reads the events between its marks and what is stored, stages what they
 * change, is decided, and is applied. It counts from the moment it is decided, and is applied once however often it is
 * interrupted: docs/adr/0014-rollups.md.
 */
import { AppError } from '@footfall/errors';
import { randomBytes } from 'node:crypto';
import type { Warehouse } from '../driver/port.ts';
import { applyRun, clearEvents, clearStage, finishRun } from './apply.ts';
import { stageChanges } from './changes.ts';
import { mergeReadTables } from './merge.ts';
import { decideRun, type LogEnd, logName, readLastRun, type Run } from './marks.ts';
import { findRemovals, forgetRemovals } from './removals.ts';
import { liveTables, type RollupTables } from './tables.ts';

/** Offsets that one run spans at most: what it stages has to fit in memory, as one block. */
const offsetsMaxDefault = 100_000;
/** How many runs may lie in the stage. */
const stagedMax = 20;

/** Where tests may stop the worker. */
export type RollupPoint = 'staged' | 'decided' | 'applied';

export interface RollupOptions {
  now?: () => number;
  tables?: RollupTables;
  offsetsMax?: number;
  /** For tests that stop the process at a named point. */
  fault?: (point: RollupPoint) => void | Promise<void>;
}

export interface RunReport {
  /** Events that the run added. */
  events: number;
  /** Offsets that were stored and are left for the next run. */
  behind: number;
}

export class RollupWorker {
  readonly #warehouse: Warehouse;
  readonly #tables: RollupTables;
  readonly #now: () => number;
  readonly #offsetsMax: number;
  readonly #fault: (point: RollupPoint) => void | Promise<void>;
  /** Known only when all of it has been applied. */
  #last: Run | undefined;
  #staged = 0;

  constructor(warehouse: Warehouse, options: RollupOptions = {}) {
    this.#warehouse = warehouse;
    this.#tables = options.tables ?? liveTables;
    this.#now = options.now ?? Date.now;
    this.#offsetsMax = options.offsetsMax ?? offsetsMaxDefault;
    this.#fault = options.fault ?? (() => {});
  }

  /**
   * One run over events below `ends`, the oldest first; undefined when there is nothing to do. Everything below an end
   * has to be stored. After a rejection the next call finishes what was begun.
   */
  async run(ends: readonly LogEnd[]): Promise<RunReport | undefined> {
    const last = this.#last ?? (await this.#resume());
    const { from, to, behind } = nextRange(last.marks, ends, this.#offsetsMax);
    const removals = await findRemovals(this.#warehouse, this.#tables, last);
    // Once behind, it has to be said that it is no longer so.
    if (to.length === 0 && (removals ?? []).length === 0 && last.behind === behind) return undefined;
    this.#last = undefined;
    const next = this.#nextRun(last, to, behind, removals ?? []);
    await this.#stage(next, from, to, removals !== undefined);
    const events = await this.#stagedEvents(next.attempt);
    await this.#fault('staged');
    const decided = await decideRun(this.#warehouse, this.#tables, next);
    if (decided.attempt !== next.attempt) {
      throw new AppError('UNAVAILABLE', 'Another process has made this run of the rollups', { retryAfterSeconds: 5 });
    }
    await this.#fault('decided');
    await applyRun(this.#warehouse, this.#tables, decided);
    await this.#fault('applied');
    await this.#tidy(decided);
    this.#last = decided;
    return { events, behind };
  }

  /** The last run, once all of it has arrived. */
  async #resume(): Promise<Run> {
    const last = await readLastRun(this.#warehouse, this.#tables);
    if (last.run > 0) await finishRun(this.#warehouse, this.#tables, last);
    await this.#clearStage();
    await forgetRemovals(this.#warehouse, this.#tables, last);
    return last;
  }

  async #stage(next: Run, from: readonly LogEnd[], to: readonly LogEnd[], readsRemoved: boolean): Promise<void> {
    const froms = new Map(from.map((mark) => [logName(mark), mark.offset]));
    const input = {
      attempt: next.attempt,
      run: next.run,
      isNew: anyOf(to.map((end) => between(end, froms.get(logName(end)) ?? 0))),
      isSeen: anyOf(next.marks.map((mark) => between(mark, 0))),
      isTakenOff: readsRemoved ? isPlaced(next.removed) : undefined,
    };
    for (const sql of stageChanges(this.#tables, input)) await this.#warehouse.command({ sql });
  }

  /** Rejects with UNAVAILABLE when another process has cleared the stage meanwhile: something may have been staged without them. */
  async #stagedEvents(attempt: string): Promise<number> {
    const [staged] = await this.#warehouse.read<{ events: number; markers: number }>({
      sql: `SELECT sum(sign) AS events, countIf(sign = 0) AS markers
            FROM ${this.#tables('staged_events')} WHERE attempt = ${attempt}`,
    });
    if (staged?.markers !== 1) throw new AppError('UNAVAILABLE', 'Another process rolls up', { retryAfterSeconds: 5 });
    return staged.events;
  }

  /** Forgets what the run no longer needs. What is staged on disk costs little to keep and something to remove. */
  async #tidy(run: Run): Promise<void> {
    this.#staged += 1;
    if (this.#staged >= stagedMax) await this.#clearStage();
    else await clearEvents(this.#warehouse, this.#tables);
    await forgetRemovals(this.#warehouse, this.#tables, run);
    await mergeReadTables(this.#warehouse, this.#tables);
  }

  async #clearStage(): Promise<void> {
    await clearStage(this.#warehouse, this.#tables);
    this.#staged = 0;
  }

  #nextRun(last: Run, to: readonly LogEnd[], behind: number, removed: readonly string[]): Run {
    const marks = new Map([...last.marks, ...to].map((mark) => [logName(mark), mark]));
    const attempt = (randomBytes(8).readBigUInt64BE() | 1n).toString();
    return { run: last.run + 1, attempt, atMs: this.#now(), marks: [...marks.values()], behind, removed };
  }
}

/** What the next run reads: of each log with something new from where and to where, a fair share of each when it is too much for one. */
function nextRange(
  marks: readonly LogEnd[],
  ends: readonly LogEnd[],
  offsetsMax: number,
): { from: LogEnd[]; to: LogEnd[]; behind: number } {
  const known = new Map(marks.map((mark) => [logName(mark), mark.offset]));
  const waiting = ends.flatMap((end) => {
    const from = known.get(logName(end)) ?? 0;
    return end.offset > from ? [{ end, from }] : [];
  });
  const total = waiting.reduce((sum, { end, from }) => sum + end.offset - from, 0);
  const share = Math.min(1, offsetsMax / total);
  const to = waiting.map(({ end, from }) => ({ ...end, offset: from + Math.ceil((end.offset - from) * share) }));
  const taken = waiting.reduce((sum, { from }, index) => sum + (to[index]?.offset ?? from) - from, 0);
  return { from: waiting.map(({ end, from }) => ({ ...end, offset: from })), to, behind: total - taken };
}

function between({ incarnation, partition, offset }: LogEnd, from: number): string {
  return `(incarnation = ${quoted(incarnation)} AND \`partition\` = ${partition} AND \`offset\` >= ${from} AND \`offset\` < ${offset})`;
}

const anyOf = (conditions: readonly string[]) => (conditions.length === 0 ? 'false' : conditions.join(' OR '));

function isPlaced(places: readonly string[]): string {
  if (places.length === 0) return 'false';
  return `concat(incarnation, ':', toString(\`partition\`), ':', toString(\`offset\`)) IN (${places.map(quoted).join(', ')})`;
}

/** The bus makes incarnations; none has other characters. */
function quoted(text: string): string {
  if (!/^[\w:.-]+$/.test(text)) throw new AppError('INTERNAL_ERROR', 'A log has a name that no bus gives');
  return `'${text}'`;
}
