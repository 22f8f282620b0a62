/**
 * Compares the results from the rollups with those from `events`: the same queries for every day, random ranges and
 * all of history, up to the watermark.
 */
import { randomInt } from 'node:crypto';
import { AppError, unavailable } from '@footfall/errors';
import type { Warehouse } from '../driver/port.ts';
import { compare, type Difference } from './compare.ts';
import { findViolations, invariants, type Violation } from './invariants.ts';
import { comparisonsOf } from './comparisons.ts';
import { allTime, chooseRanges, type ChosenRange, type Kind, kinds } from './ranges.ts';
import { readWholeBatch } from './settled.ts';
import { hasWorkspace, readHours, readWorkspaces } from './workspaces.ts';

export type { Difference } from './compare.ts';

/** The most differences that a report lists. */
const differencesMax = 100;
const seedEnd = 2 ** 32;
const unfinished = 'The last rollup batch is not finished: start the consumer, or wait until the batch is finished';

export interface VerifyOptions {
  warehouse: Pick<Warehouse, 'read'>;
  /** The number of events up to which a workspace is read from `events`. Of such workspaces, only all of history is compared. */
  eventsReadMax: number;
  /** Epoch milliseconds of the first day, and of the day after the last; all time if omitted. */
  fromMs?: number | undefined;
  toMs?: number | undefined;
  workspaceId?: string | undefined;
  /** The same seed chooses the same ranges. */
  seed?: number | undefined;
  /** Called with the number of compared ranges and the total. */
  onProgress?: (done: number, total: number) => void;
}

export interface Compared {
  kind: Kind | 'invariants';
  /** The number of comparisons; of those, the number with differences, and the number during which the worker changed the rollups in each try. */
  compared: number;
  differing: number;
  unsettled: number;
}

export interface VerifyReport {
  isExact: boolean;
  /** The number of the last batch in the rollups, and the time at which it was planned, ISO 8601; 0 and null if there are no rollups, and nothing was compared. */
  batch: number;
  at: string | null;
  seed: number;
  workspaces: number;
  events: number;
  compared: readonly Compared[];
  differences: readonly Difference[];
  violations: readonly Violation[];
}

/** Rejects with NOT_FOUND if the requested workspace does not exist or has no events, with UNAVAILABLE if the store cannot be read, if a batch is not finished, or if the rollups are being computed. */
export async function verify(options: VerifyOptions): Promise<VerifyReport> {
  const { warehouse, workspaceId = '', seed = randomInt(seedEnd), eventsReadMax } = options;
  const history = {
    startMs: Math.max(options.fromMs ?? 0, allTime.startMs),
    endMs: Math.min(options.toMs ?? Infinity, allTime.endMs),
  };
  if (workspaceId !== '' && !(await hasWorkspace(warehouse, workspaceId))) {
    throw new AppError('NOT_FOUND', `there is no workspace ${workspaceId}`);
  }
  const batch = await readWholeBatch(warehouse);
  if (!batch) throw unavailable(unfinished);
  const findings = new Findings();
  if (batch.batch === 0) return findings.report({ batch: 0, at: null, seed, workspaces: 0, events: 0 });
  const workspaces = await readWorkspaces(warehouse, batch, workspaceId);
  if (workspaceId !== '' && workspaces.length === 0) {
    throw new AppError('NOT_FOUND', `workspace ${workspaceId} has no events`);
  }
  const chosen: (ChosenRange & { id: string })[] = [];
  for (const { id, events } of workspaces) {
    const ranges: ChosenRange[] =
      events > eventsReadMax
        ? chooseRanges(await readHours(warehouse, batch, history, id), history, `${seed} ${id}`)
        : [{ kind: 'history', range: history, events }];
    chosen.push(...ranges.map((one) => ({ ...one, id })));
  }
  for (const [index, one] of chosen.entries()) {
    findings.addRange(one.kind, await compareRange(warehouse, one.id, one));
    options.onProgress?.(index + 1, chosen.length);
  }
  // Invariants cover all of history.
  const isBounded = options.fromMs !== undefined || options.toMs !== undefined;
  for (const invariant of isBounded ? [] : invariants) {
    findings.addInvariant(await findViolations(warehouse, invariant, workspaceId));
  }
  return findings.report({
    batch: batch.batch,
    at: new Date(batch.atMs).toISOString(),
    seed,
    workspaces: workspaces.length,
    events: workspaces.reduce((sum, one) => sum + one.events, 0),
  });
}

/** Resolves with the first differences in the results about the range; 'unsettled' if the worker changed the rollups during each try. */
async function compareRange(
  warehouse: Pick<Warehouse, 'read'>,
  workspaceId: string,
  chosen: ChosenRange,
): Promise<Difference[] | 'unsettled'> {
  const found: Difference[] = [];
  for (const comparison of await comparisonsOf(warehouse, workspaceId, chosen)) {
    const differences = await compare(warehouse, comparison);
    if (differences === 'unsettled') return differences;
    found.push(...differences);
  }
  return found;
}

class Findings {
  readonly #compared: Compared[] = [...kinds, 'invariants' as const].map((kind) => ({
    kind,
    compared: 0,
    differing: 0,
    unsettled: 0,
  }));
  readonly #differences: Difference[] = [];
  readonly #violations: Violation[] = [];

  report(basis: Pick<VerifyReport, 'batch' | 'at' | 'seed' | 'workspaces' | 'events'>): VerifyReport {
    return {
      isExact: this.#compared.every(({ differing, unsettled }) => differing + unsettled === 0),
      ...basis,
      compared: this.#compared,
      differences: this.#differences,
      violations: this.#violations,
    };
  }

  addRange(kind: Kind, found: readonly Difference[] | 'unsettled'): void {
    this.#count(kind, found);
    if (found !== 'unsettled') this.#differences.push(...found.slice(0, differencesMax - this.#differences.length));
  }

  addInvariant(found: readonly Violation[] | 'unsettled'): void {
    this.#count('invariants', found);
    if (found !== 'unsettled') this.#violations.push(...found);
  }

  #count(kind: Compared['kind'], found: readonly unknown[] | 'unsettled'): void {
    const tally = this.#compared.find((one) => one.kind === kind);
    if (!tally) return;
    tally.compared += 1;
    if (found === 'unsettled') tally.unsettled += 1;
    else if (found.length > 0) tally.differing += 1;
  }
}
