/** Days on which a table does not hold what it must, found by prints of whole days. */
import type { ParameterValue, Warehouse } from '../driver/port.ts';
import { isVerifiedTable, type VerifiedTable } from './verify-keys.ts';
import { type Print, printActivity, printEvents, printSessions, printTables } from './verify-prints.ts';
import type { VerifyProgress } from './verify-progress.ts';
import {
  findRanges,
  findSlices,
  type Group,
  halveIds,
  halveSlice,
  type IdRange,
  readInParts,
  type Slice,
} from './verify-slices.ts';
import { readState } from './verify-state.ts';

type Reader = Pick<Warehouse, 'read'>;

/** Values that a row of `activity` stands for, about. */
const keysOfActivity = 4;

/** A day of a workspace in a table. */
export interface Day {
  table: VerifiedTable;
  workspaceId: string;
  /** Seconds since 1970. */
  from: number;
  isEqual: boolean;
}

/** Every day of the group on which any table has something, or should. */
export async function compareDays(
  warehouse: Reader,
  group: Group,
  range: Slice,
  progress: VerifyProgress,
): Promise<Day[]> {
  const state = await readState(warehouse);
  const slices = await findSlices(warehouse, group, range);
  const activity = findRanges(group.activity * keysOfActivity);
  const sessions = findRanges(group.sessions);
  const says = new Prints();
  const holds = new Prints();
  const ofEvents = printEvents(state);
  progress.expect(group, slices.length * (ofEvents.length + printTables.length) + activity.length + sessions.length);
  const read = (sql: string, part: Slice | IdRange): Promise<Print[]> =>
    warehouse.read<Print>({
      sql,
      params: { first: group.first, last: group.last, ...range, ...state.params, ...textOf(part) },
    });
  const readSlice = (sql: string, slice: Slice) =>
    progress.step(readInParts(slice, halveSlice, (part) => read(sql, part)));
  const readIds = (sql: string, ids: IdRange) => progress.step(readInParts(ids, halveIds, (part) => read(sql, part)));
  for (const slice of slices) {
    for (const sql of ofEvents) says.add(await readSlice(sql, slice));
    for (const sql of printTables) holds.add(await readSlice(sql, slice));
  }
  for (const ids of sessions) holds.add(await readIds(printSessions, ids));
  for (const ids of activity) {
    for (const print of await readIds(printActivity, ids)) (print.table === 'activity' ? holds : says).add([print]);
  }
  return says.compare(holds);
}

function textOf(part: Slice | IdRange): Record<string, ParameterValue> {
  return 'low' in part ? { low: String(part.low), high: String(part.high) } : { ...part };
}

/** Prints that add up, by table, workspace and day. */
class Prints {
  readonly #sums = new Map<string, { day: Omit<Print, 'print'>; sum: bigint }>();

  add(prints: readonly Print[]): void {
    for (const { print, ...day } of prints) {
      const name = `${day.table} ${day.at} ${day.workspaceId}`;
      const sum = (this.#sums.get(name)?.sum ?? 0n) + BigInt(print);
      this.#sums.set(name, { day, sum: BigInt.asIntN(64, sum) });
    }
  }

  compare(others: Prints): Day[] {
    const all = new Map([...others.#sums, ...this.#sums]);
    return [...all].flatMap(([name, { day }]) => {
      const isEqual = (this.#sums.get(name)?.sum ?? 0n) === (others.#sums.get(name)?.sum ?? 0n);
      const { table, workspaceId, at } = day;
      return isVerifiedTable(table) ? [{ table, workspaceId, from: at, isEqual }] : [];
    });
  }
}
