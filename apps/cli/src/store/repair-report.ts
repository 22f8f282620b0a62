/** A human-readable report of `footfall repair`. */
import { derivedTables, faults } from '@footfall/warehouse';
import { describeGaps } from './reconcile-report.ts';
import { isOfAnnotations, isOfEvents, isOfGoals, isOfKeys, isOfPeople, isWhole, type RepairReport } from './repair.ts';
import { renderTable } from '../terminal/table.ts';

export function renderRepair(report: RepairReport): string {
  const { isDryRun, damaged } = report;
  if (damaged.length === 0) return 'Nothing is damaged: every part matches its checksums.';
  const rows = damaged.map(({ table, part, rows: stored, fault }) => [
    table,
    part,
    stored === null ? 'unknown' : stored.toLocaleString('en'),
    faults[fault],
  ]);
  const verdict = isDryRun
    ? 'Nothing was changed. Repair it with footfall repair.'
    : isWhole(report)
      ? 'Repaired: everything was restored.'
      : 'Repaired: Footfall can start again, but not everything could be restored.';
  return [renderTable(['TABLE', 'PART', 'ROWS', 'FAULT'], rows), '', ...outcome(report), verdict].join('\n');
}

/** Returns the outcome for each kind of table. */
function outcome({ isDryRun, damaged, events }: RepairReport): string[] {
  if (isDryRun) return [];
  const restored = events?.repaired.missing ?? 0;
  const gaps = events?.partitions.filter(({ uncompared }) => uncompared > 0) ?? [];
  return [
    ...(damaged.some(isOfEvents)
      ? [`events: ${restored.toLocaleString('en')} were restored from the log.`, ...gaps.map(describeGaps)]
      : []),
    ...(damaged.some(isOfKeys)
      ? [
          'Workspaces and keys in these parts are lost: restore a backup, or create them again (footfall workspaces, footfall keys).',
        ]
      : []),
    ...(damaged.some(isOfPeople)
      ? [
          'People, sessions and shares in these parts are lost: sign in again (footfall sign-in), and check footfall people list.',
        ]
      : []),
    ...(damaged.some(isOfGoals)
      ? ['Goals in these parts are lost: restore a backup, or create them again (footfall goals).']
      : []),
    ...(damaged.some(isOfAnnotations)
      ? ['Notes on days in these parts are lost: restore a backup, or write them again on the dashboard.']
      : []),
    ...(damaged.some(({ table }) => derivedTables.includes(table))
      ? ['Rollups were emptied; the consumer computes them again from the events.']
      : []),
    'The damaged files stay in the detached/ directory of their table until you delete them.',
  ];
}
