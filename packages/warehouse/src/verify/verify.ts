/**
 * Compares what the rollups answer with what `events` answer: the same questions, about every day, about random ranges and
 * about all of history, as far as the worker has come.
 */
import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '@footfall/errors';
import type { Warehouse } from '../driver/port.ts';
import { eventsReadMaxDefault } from '../queries/source.ts';
import { compare, type Difference } from './compare.ts';
import { findViolations, invariants, type Violation } from './invariants.ts';
import { questionsOf } from './questions.ts';
import { allTime, type Asked, chooseRanges, type Kind, kinds, rangesOf } from './ranges.ts';
import { readWholeBatch, type Settling } from './settled.ts';
import { readHours, readWorkspaces, type Workspace } from './workspaces.ts';

export type { Difference } from './compare.ts';

/** The most differences that a report lists. */
const differencesMax = 100;
/** The time between two looks at rollups that the worker is changing. */
const pauseMs = 1_000;
const seedEnd = 2 ** 32;
const retryAfterSeconds = 10;
const unfinished =
  'The last batch of the rollups is not finished: start the consumer, or wait until it has finished it';

export interface VerifyOptions {
  warehouse: Pick<Warehouse, 'read'>;
  /** Workspaces with fewer events are answered from `events`: of those only all of history is compared. */
  eventsReadMax?: number | undefined;
  /** Epoch milliseconds of the first day, and of the day after the last; all time unless given. */
  fromMs?: number | undefined;
  toMs?: number | undefined;
  workspaceId?: string | undefined;
  /** The same ranges are chosen for the same seed. */
  seed?: number | undefined;
  /** Told how many ranges have been compared, and of how many. */
  onProgress?: (done: number, total: number) => void;
  /** Resolves when it is time to look again. */
  pause?: () => Promise<unknown>;
}

export interface Compared {
  kind: Kind | 'invariants';
  /** The number of comparisons; of those, the ones that differ, and the ones that the worker changed each time that they were asked. */
  compared: number;
  differing: number;
  unsettled: number;
}

export interface VerifyReport {
  isExact: boolean;
  /** The last batch that the rollups have, and when it was planned, ISO 8601. */
  batch: number;
  at: string;
  seed: number;
  workspaces: number;
  events: number;
  compared: readonly Compared[];
  differences: readonly Difference[];
  violations: readonly Violation[];
}

/** Resolves to undefined when there are no rollups. Rejects with UNAVAILABLE when the store cannot be read, or a batch is not finished. */
export async function verify(options: VerifyOptions): Promise<VerifyReport | undefined> {
  const { warehouse, workspaceId = '', seed = randomInt(seedEnd), eventsReadMax = eventsReadMaxDefault } = options;
  const settling: Settling = { warehouse, pause: options.pause ?? (() => delay(pauseMs)) };
  const history = {
    startMs: Math.max(options.fromMs ?? 0, allTime.startMs),
    endMs: Math.min(options.toMs ?? Infinity, allTime.endMs),
  };
  const batch = await readWholeBatch(settling);
  if (!batch) throw new AppError('UNAVAILABLE', unfinished, { retryAfterSeconds });
  if (batch.batch === 0) return undefined;
  const workspaces = await readWorkspaces(settling, batch, history, workspaceId);
  const isLarge = ({ events }: Workspace) => events > eventsReadMax;
  const total = workspaces.reduce((sum, one) => sum + (isLarge(one) ? rangesOf(one.days) : 1), 0);
  const findings = new Findings();
  let done = 0;
  for (const workspace of workspaces) {
    const { id, events } = workspace;
    const all: Asked[] = [{ kind: 'history', range: history, events }];
    const asked = isLarge(workspace)
      ? chooseRanges(await readHours(settling, batch, history, id), history, `${seed} ${id}`)
      : all;
    for (const one of asked) {
      findings.addRange(one.kind, await compareRange(settling, id, one));
      options.onProgress?.(++done, total);
    }
  }
  // They count all of history.
  const isBounded = options.fromMs !== undefined || options.toMs !== undefined;
  for (const invariant of isBounded ? [] : invariants) {
    findings.addInvariant(await findViolations(settling, invariant, workspaceId));
  }
  return {
    isExact: findings.isExact,
    batch: batch.batch,
    at: new Date(batch.atMs).toISOString(),
    seed,
    workspaces: workspaces.length,
    events: workspaces.reduce((sum, one) => sum + one.events, 0),
    compared: findings.compared,
    differences: findings.differences,
    violations: findings.violations,
  };
}

/** The first differences in what is asked about the range; 'unsettled' if the worker changed the rollups each time. */
async function compareRange(
  settling: Settling,
  workspaceId: string,
  asked: Asked,
): Promise<Difference[] | 'unsettled'> {
  const found: Difference[] = [];
  for (const question of await questionsOf(settling.warehouse, workspaceId, asked)) {
    const differences = await compare(settling, question);
    if (differences === 'unsettled') return differences;
    found.push(...differences);
  }
  return found;
}

class Findings {
  readonly compared: Compared[] = [...kinds, 'invariants' as const].map((kind) => ({
    kind,
    compared: 0,
    differing: 0,
    unsettled: 0,
  }));
  readonly differences: Difference[] = [];
  readonly violations: Violation[] = [];

  get isExact(): boolean {
    return this.compared.every(({ differing, unsettled }) => differing + unsettled === 0);
  }

  addRange(kind: Kind, found: readonly Difference[] | 'unsettled'): void {
    this.#count(kind, found);
    if (found !== 'unsettled') this.differences.push(...found.slice(0, differencesMax - this.differences.length));
  }

  addInvariant(found: readonly Violation[] | 'unsettled'): void {
    this.#count('invariants', found);
    if (found !== 'unsettled') this.violations.push(...found);
  }

  #count(kind: Compared['kind'], found: readonly unknown[] | 'unsettled'): void {
    const tally = this.compared.find((one) => one.kind === kind);
    if (!tally) return;
    tally.compared += 1;
    if (found === 'unsettled') tally.unsettled += 1;
    else if (found.length > 0) tally.differing += 1;
  }
}
