/** `footfall repair`: removes damaged parts from the warehouse, restores from the log the events that it still has, and reports what is lost. */
import { reconcileJob } from '@footfall/consumer/jobs';
import { type PartitionReport, reconcile, type ReconcileReport } from '@footfall/consumer/reconcile';
import type { Environment } from '@footfall/process/settings';
import {
  type DamagedPart,
  faults,
  type FoundParts,
  kindOf,
  repairWarehouse,
  type TableKind,
} from '@footfall/warehouse';
import { findHolder } from './holder.ts';
import { requireData, withParts } from './own-parts.ts';
import { describeGaps } from './reconcile.ts';
import { loadStoreSettings, type StoreSettings } from './settings.ts';
import { CommandError } from '../terminal/command-error.ts';
import { startProgress } from '../terminal/progress.ts';
import { count, counted, renderTable } from '../terminal/table.ts';

const { needs } = reconcileJob;

interface RepairReport {
  isDryRun: boolean;
  damaged: DamagedPart[];
  /** Damaged parts whose rows are also in other parts, unless an earlier check has found them. */
  replaced: DamagedPart[];
  /** The comparison of the events with the log after the repair; null without a repair. */
  events: ReconcileReport | null;
}

interface RepairOptions {
  isDryRun: boolean;
  isQuiet: boolean;
  /** Called once the damaged parts are detached: no later check finds them, even if the rest of the repair fails or is interrupted. */
  onFound: (found: FoundParts) => void;
}

/** Rejects with a CommandError if a Footfall runs on the same embedded store, or there is none. */
export async function runRepair(
  environment: Environment,
  { isDryRun, isQuiet, onFound }: RepairOptions,
): Promise<RepairReport> {
  const settings = loadStoreSettings(environment, needs);
  requireData(settings, needs);
  // Checked before opening, because the engine prints a message of its own about the lock.
  if (await findHolder(settings, needs)) {
    throw new CommandError(
      `Footfall is running on ${settings.DATA_DIR}. Stop it first: only one process at a time can open its store`,
    );
  }
  const found = await findAndTakeOut(settings, isDryRun, isQuiet);
  onFound(found);
  if (isDryRun) return { isDryRun, ...found, events: null };
  const events = await withParts(settings, needs, (ports) => reconcile({ ...ports, repairs: true }));
  return { isDryRun, ...found, events };
}

async function findAndTakeOut(settings: StoreSettings, isDryRun: boolean, isQuiet: boolean): Promise<FoundParts> {
  const progress = startProgress('bytes', isQuiet);
  const { update: onProgress } = progress;
  try {
    return await repairWarehouse(settings, { isDryRun, onProgress });
  } finally {
    progress.stop();
  }
}

/** Returns true if nothing was damaged, or everything was restored. Offsets without a row are no proof of damage, because duplicates also leave them. */
export function isWhole({ isDryRun, damaged, events }: RepairReport): boolean {
  if (damaged.length === 0) return true;
  const kinds = kindsOf(damaged);
  const isLost = losses.some(({ kind }) => kinds.has(kind)) || (kinds.has('events') && gapsIn(events).length > 0);
  return !isDryRun && !isLost;
}

/** Returns a table of the damaged parts, and the consequences of detaching them; an empty text if none was found. */
export function renderFound({ damaged, replaced }: FoundParts, isDryRun: boolean): string {
  const notLost = replaced.map(
    ({ table, part }) => `Part ${part} of ${table} is damaged, but other parts have all of its rows: nothing is lost.`,
  );
  if (damaged.length === 0) return notLost.join('\n');
  const rows = damaged.map(({ table, part, rows: stored, fault }) => [
    table,
    part,
    stored === null ? 'unknown' : count(stored),
    faults[fault],
  ]);
  const table = renderTable(['table', 'part', 'rows', 'fault'], rows);
  return [table, '', ...notLost, ...(isDryRun ? [] : consequences(damaged))].join('\n');
}

/** Returns the outcome for events, and the verdict in one line. */
export function renderOutcome(report: RepairReport): string {
  const { isDryRun, damaged, replaced } = report;
  if (damaged.length === 0) {
    const intact = `Nothing is damaged${replaced.length === 0 ? '' : ' otherwise'}: every part matches its checksums.`;
    return [intact, ...outcomeOfEvents(report, false)].join('\n');
  }
  if (isDryRun) return 'Nothing was changed. Repair it with footfall repair.';
  const verdict = isWhole(report)
    ? 'Repaired: everything was restored.'
    : 'Repaired: Footfall can start again, but not everything could be restored.';
  return [...outcomeOfEvents(report, kindsOf(damaged).has('events')), verdict].join('\n');
}

/** Data that cannot be restored. */
const losses: readonly { kind: TableKind; text: string }[] = [
  {
    kind: 'keys',
    text: 'Workspaces and keys in these parts are lost: restore a backup, or create them again (footfall workspaces, footfall keys).',
  },
  {
    kind: 'people',
    text: 'People, sessions and shares in these parts are lost: sign in again (footfall sign-in), and check footfall people list.',
  },
  {
    kind: 'goals',
    text: 'Goals in these parts are lost: restore a backup, or create them again (footfall goals).',
  },
  {
    kind: 'annotations',
    text: 'Notes on days in these parts are lost: restore a backup, or write them again on the dashboard.',
  },
];

function consequences(damaged: readonly DamagedPart[]): string[] {
  const kinds = kindsOf(damaged);
  return [
    ...losses.filter(({ kind }) => kinds.has(kind)).map(({ text }) => text),
    ...(kinds.has('derived') ? ['The consumer recomputes the rollups from the events.'] : []),
    'The damaged files stay in the detached/ directory of their table until you delete them.',
  ];
}

/** Says how many events were restored, if any or if events were damaged, and which offsets have no row. */
function outcomeOfEvents({ events }: RepairReport, areDamaged: boolean): string[] {
  const missing = events?.repaired.missing ?? 0;
  const restored = `${counted(missing, 'event')} ${missing === 1 ? 'was' : 'were'} restored from the log.`;
  return [...(areDamaged || missing > 0 ? [restored] : []), ...gapsIn(events).map(describeGaps)];
}

function kindsOf(damaged: readonly DamagedPart[]): ReadonlySet<TableKind | undefined> {
  return new Set(damaged.map(({ table }) => kindOf(table)));
}

/** Returns the partitions with offsets that cannot be compared. */
function gapsIn(events: ReconcileReport | null): PartitionReport[] {
  return events?.partitions.filter(({ uncompared }) => uncompared > 0) ?? [];
}
