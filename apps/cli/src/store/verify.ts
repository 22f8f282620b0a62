/** The report of `footfall verify` as text. */
import type { Difference, VerifyReport } from '@footfall/warehouse';
import { count, counted, renderTable } from '../terminal/table.ts';

const nothingToCompare =
  'Nothing to compare: there are no rollups. The consumer creates them once more than EVENTS_READ_MAX events are stored; until then, results are read from the events.';

/** Returns a table of the comparisons, the first differences, and the verdict in one line. */
export function renderVerifyReport(report: VerifyReport): string {
  if (report.batch === 0) return nothingToCompare;
  return [renderCompared(report), '', ...renderFindings(report), ...notes(report), verdict(report)].join('\n');
}

function renderCompared({ compared }: VerifyReport): string {
  return renderTable(
    ['what', 'compared', 'differing', 'unsettled'],
    compared.map((one) => [one.kind, ...[one.compared, one.differing, one.unsettled].map(count)]),
  );
}

function renderFindings({ differences, violations }: VerifyReport): string[] {
  const differing = differences.map((one) => [
    one.workspaceId,
    describeRange(one),
    one.dimension,
    one.value,
    one.figure,
    one.rollups || 'none',
    one.events || 'none',
  ]);
  const counts = violations.map((one) => [one.what, one.name, count(one.found), count(one.expected)]);
  return [
    ...(differing.length > 0
      ? [renderTable(['workspace', 'range', 'dimension', 'value', 'figure', 'rollups', 'events'], differing), '']
      : []),
    ...(counts.length > 0 ? [renderTable(['invariant', 'of', 'found', 'expected'], counts), ''] : []),
  ];
}

function describeRange({ start, end }: Difference): string {
  if (start === null && end === null) return 'all time';
  return [...(start === null ? [] : [`from ${shorten(start)}`]), ...(end === null ? [] : [`to ${shorten(end)}`])].join(
    ' ',
  );
}

/** Formats a bound of a range, which is a whole hour. */
const shorten = (time: string) => time.slice(0, '2026-03-01T10:00'.length).replace('T', ' ').replace(' 00:00', '');

function notes({ compared }: VerifyReport): string[] {
  const unsettled = compared.reduce((sum, one) => sum + one.unsettled, 0);
  if (unsettled === 0) return [];
  return [
    `The consumer changed the rollups each time that ${count(unsettled)} of them were compared. Stop it and verify again.`,
  ];
}

/** Returns one line that names the differences, and the command that repairs them. */
function verdict({ isExact, compared, violations, ...of }: VerifyReport): string {
  const about = `(${counted(of.events, 'event')} of ${counted(of.workspaces, 'workspace')}, as of batch ${count(of.batch)} at ${of.at ?? ''}, --seed ${of.seed})`;
  if (isExact) return `Exact: the rollups and the events return the same results ${about}.`;
  const differing = compared.filter((one) => one.differing > 0).map(({ kind }) => kind);
  if (differing.length === 0) return `Not proven ${about}.`;
  const command = violations.some(({ isOfEvents }) => isOfEvents) ? 'reconcile --repair' : 'rebuild';
  return `Not exact: ${differing.join(', ')} ${about}. Repair it with footfall ${command}.`;
}
