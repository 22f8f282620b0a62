/**
 * Compares the rollups with `events`: recomputes what each table must hold, from what the last run of the worker has seen,
 * by SQL of its own. First by prints of whole days (verify-prints.ts); days whose prints differ are looked at key by key.
 */
import type { Warehouse } from '../driver/port.ts';
import { compareDays, type Day } from './verify-days.ts';
import { type Difference, readSettledKeys, readSettledState, toDifference } from './verify-difference.ts';
import { type VerifiedTable, verifiedTables } from './verify-keys.ts';
import { VerifyProgress } from './verify-progress.ts';
import { findGroups, type Slice } from './verify-slices.ts';
import type { StaleMarker } from './verify-state.ts';

export type { Difference } from './verify-difference.ts';

type Reader = Pick<Warehouse, 'read'>;

/** Times, all that hours in the store can be. */
const allTime: Slice = { from: 0, to: 4_294_967_295 };
/** Keys of each table that a report lists, and days of each that are looked at key by key. */
const listedKeysMax = 10;
const listedDaysMax = 20;
/** Between two looks at a store that the worker is changing. */
const pauseMs = 1_000;

export interface VerifyOptions {
  warehouse: Reader;
  /** Epoch milliseconds of the first day, and of the day after the last; all time unless given. */
  fromMs?: number | undefined;
  toMs?: number | undefined;
  workspaceId?: string | undefined;
  onProgress?: (done: number, total: number) => void;
  /** Resolves when it is time to look again. */
  pause?: () => Promise<unknown>;
}

interface TableReport {
  table: VerifiedTable;
  /** Days of workspaces that have anything in the table, or should. */
  days: number;
  /** Days on which it differs, and at how many keys in all; the keys of `uncountedDays` are not among them. */
  differingDays: number;
  differingKeys: number;
  uncountedDays: number;
  /** Days that could not be compared because the worker changed them again and again. */
  unsettledDays: number;
}

export interface VerifyReport {
  isExact: boolean;
  /** The last run, of which all is meant. */
  run: number;
  /** ISO 8601. */
  at: string;
  workspaces: number;
  /** Stored events of all days of these workspaces. */
  events: number;
  tables: readonly TableReport[];
  staleMarkers: readonly StaleMarker[];
  differences: readonly Difference[];
}

/** Undefined when the worker has never run. Rejects with UNAVAILABLE when the store cannot be read. */
export async function verify(options: VerifyOptions): Promise<VerifyReport | undefined> {
  const { warehouse, workspaceId = '', pause = defaultPause } = options;
  const state = await readSettledState(warehouse, pause);
  if (state.run.run === 0) return undefined;
  const range = {
    from: Math.max(allTime.from, Math.floor((options.fromMs ?? 0) / 1000)),
    to: Math.min(allTime.to, Math.floor((options.toMs ?? Number.POSITIVE_INFINITY) / 1000)),
  };
  const groups = await findGroups(warehouse, workspaceId);
  const progress = new VerifyProgress(groups, options.onProgress ?? (() => {}));
  const tables = new Map(verifiedTables.map((table) => [table, emptyReport(table)]));
  const differences: Difference[] = [];
  for (const group of groups) {
    const days = await compareDays(warehouse, group, range, progress);
    for (const day of days) {
      const report = tables.get(day.table);
      if (!report) continue;
      report.days += 1;
      if (!day.isEqual) differences.push(...(await lookAt(warehouse, day, report, pause)));
    }
    progress.finish(group);
  }
  const reports = [...tables.values()];
  return {
    isExact: state.stale.length === 0 && reports.every((table) => table.differingDays + table.unsettledDays === 0),
    run: state.run.run,
    at: new Date(state.run.atMs).toISOString(),
    workspaces: groups.reduce((sum, group) => sum + group.workspaces, 0),
    events: groups.reduce((sum, group) => sum + group.events, 0),
    tables: reports,
    staleMarkers: state.stale,
    differences,
  };
}

const defaultPause = () => new Promise((resolve) => setTimeout(resolve, pauseMs));

const emptyReport = (table: VerifiedTable): TableReport => ({
  table,
  days: 0,
  differingDays: 0,
  differingKeys: 0,
  uncountedDays: 0,
  unsettledDays: 0,
});

/** Looks at a day key by key; adds to the report what differs, and gives the first of it. */
async function lookAt(
  warehouse: Reader,
  day: Day,
  report: TableReport,
  pause: () => Promise<unknown>,
): Promise<Difference[]> {
  if (report.differingDays >= listedDaysMax) {
    report.differingDays += 1;
    report.uncountedDays += 1;
    return [];
  }
  const keys = await readSettledKeys(warehouse, day, listedKeysMax, pause);
  if (keys === 'unsettled') report.unsettledDays += 1;
  else if (keys === 'too many') {
    report.differingDays += 1;
    report.uncountedDays += 1;
  } else if (keys.length > 0) {
    report.differingDays += 1;
    const room = Math.max(0, listedKeysMax - report.differingKeys);
    report.differingKeys += keys[0]?.differing ?? 0;
    return keys.slice(0, room).map((key) => toDifference(day, key));
  }
  return [];
}
