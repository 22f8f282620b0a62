/** The figures of a report, for tests of reconciling. */
import type { ReconcileReport } from './reconcile.ts';
import { positionOf, type Rig } from './rig.fixture.ts';

/** Returns a report's figures, summed over all partitions of the current topic ID. */
export function totals(report: ReconcileReport) {
  const names = [
    'rows',
    'distinct',
    'duplicates',
    'deadLetters',
    'deleted',
    'missing',
    'lost',
    'duplicateOffsets',
    'duplicateIds',
    'uncompared',
    'beyondEnd',
    'replaced',
  ] as const;
  const sum = (name: (typeof names)[number]) => report.partitions.reduce((total, one) => total + one[name], 0);
  return { isExact: report.isExact, ...Object.fromEntries(names.map((name) => [name, sum(name)])) };
}

/** Returns the duplicates that are in the log but not in `events`. */
export async function droppedDuplicates(rig: Rig) {
  const stored = new Set((await rig.rows()).map((row) => positionOf(JSON.parse(row))));
  return [...(await rig.logged())].flatMap(([position, row]) => (stored.has(position) ? [] : [row]));
}

/** The figures of `totals`, except those of rows, if there is no difference. */
export const noDamage = {
  duplicates: 0,
  deadLetters: 0,
  deleted: 0,
  missing: 0,
  lost: 0,
  duplicateOffsets: 0,
  duplicateIds: 0,
  uncompared: 0,
  beyondEnd: 0,
  replaced: 0,
};
