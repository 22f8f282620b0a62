/** What differs on a day, key by key, beside a worker that may be changing it. */
import { AppError } from '@footfall/errors';
import type { Warehouse } from '../driver/port.ts';
import type { Day } from './verify-days.ts';
import { compareKeys, type DifferingKey, figuresOf, type VerifiedTable } from './verify-keys.ts';
import { readState, type RollupState } from './verify-state.ts';

type Reader = Pick<Warehouse, 'read'>;
type Pause = () => Promise<unknown>;

const daySeconds = 86_400;
/** How often the store is looked at again because the worker has changed it meanwhile. */
const triesMax = 10;

export interface Difference {
  table: VerifiedTable;
  workspaceId: string;
  /** The parts of the key that the table has. */
  key: Readonly<Record<string, string>>;
  /** Its figures as text; null where there is no row. */
  rollup: Readonly<Record<string, string>> | null;
  events: Readonly<Record<string, string>> | null;
}

/** The state once no run is under way, or as it is when that never ends. */
export async function readSettledState(warehouse: Reader, pause: () => Promise<unknown>): Promise<RollupState> {
  let state = await readState(warehouse);
  for (let tries = 1; tries < triesMax && state.stale.length > 0; tries += 1) {
    await pause();
    state = await readState(warehouse);
  }
  return state;
}

/** The first `listed` keys that differ although no run of the worker has come between; `too many` when one statement cannot compare the day. */
export async function readSettledKeys(
  warehouse: Reader,
  { table, workspaceId, from }: Day,
  listed: number,
  pause: Pause,
): Promise<DifferingKey[] | 'unsettled' | 'too many'> {
  let isMoving = false;
  for (let tries = 0; tries < triesMax; tries += 1) {
    const before = await readState(warehouse);
    const params = {
      first: workspaceId,
      last: workspaceId,
      from,
      to: from + daySeconds,
      listed,
      ...before.params,
    };
    let keys: DifferingKey[];
    try {
      keys = await warehouse.read<DifferingKey>({ sql: compareKeys[table](before), params });
    } catch (error) {
      if (error instanceof AppError && error.code === 'UNAVAILABLE') return 'too many';
      throw error;
    }
    if (keys.length === 0) return keys;
    const after = await readState(warehouse);
    isMoving = after.run.run !== before.run.run;
    if (!isMoving && after.stale.length === 0) return keys;
    if (!isMoving && tries === triesMax - 1) return keys;
    await pause();
  }
  return 'unsettled';
}

export function toDifference({ table, workspaceId }: Day, key: DifferingKey): Difference {
  const parts = {
    dimension: key.dimension,
    value: key.value,
    subject: key.subjectId === '0' ? '' : key.subjectId,
    grain: key.grain,
    at: key.at,
    previous: key.previous.startsWith('1970-01-01') ? 'never' : key.previous,
  };
  const named = (figures: readonly string[]) =>
    figures.length === 0
      ? null
      : Object.fromEntries(figuresOf[table].map((name, index) => [name, figures[index] ?? '']));
  return {
    table,
    workspaceId,
    key: Object.fromEntries(Object.entries(parts).filter(([, text]) => text !== '')),
    rollup: named(key.rollup),
    events: named(key.events),
  };
}
