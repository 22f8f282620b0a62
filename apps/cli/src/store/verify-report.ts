/** A report of `footfall verify` as people read it. */
import type { Difference, VerifyReport } from '@footfall/warehouse';
import { renderTable } from '../terminal/table.ts';

/** A table of what was compared, the first differences, and the verdict in one line. */
export function renderVerifyReport(report: VerifyReport): string {
  return [renderTables(report), '', ...renderDifferences(report.differences), ...notes(report), verdict(report)].join(
    '\n',
  );
}

function renderTables({ tables }: VerifyReport): string {
  return renderTable(
    ['TABLE', 'DAYS', 'DIFFERING DAYS', 'DIFFERING KEYS', 'UNSETTLED DAYS'],
    tables.map((one) => [one.table, ...[one.days, one.differingDays, one.differingKeys, one.unsettledDays].map(count)]),
  );
}

function renderDifferences(differences: readonly Difference[]): string[] {
  if (differences.length === 0) return [];
  const rows = differences.flatMap((one) =>
    figures(one).map(({ name, rollup, events }) => [
      one.table,
      one.workspaceId,
      describeKey(one.key, name),
      name,
      rollup,
      events,
    ]),
  );
  return [renderTable(['TABLE', 'WORKSPACE', 'KEY', 'FIGURE', 'ROLLUP', 'EVENTS'], rows), ''];
}

/** What the times of a row of `counters` mean, by its grain. */
const grains: Readonly<Record<string, (at: string, previous: string) => string[]>> = {
  hour: (at, previous) => [`hour ${at}`, `last active ${previous}`],
  day: (at, previous) => [`day ${dayOf(at)}`, `last active ${dayOf(previous)}`],
  return: (at, previous) => [`hour ${at}`, `next active ${dayOf(previous)}`],
};
const dayOf = (time: string) => time.slice(0, '2026-03-01'.length);

/** Which row it is, in words. What occurred is counted whoever it was, and whenever they were active before. */
function describeKey({ grain = '', at, previous = '', ...names }: Difference['key'], figure: string): string {
  const times = grains[grain]?.(at ?? '', previous) ?? (at === undefined ? [] : [`at ${at}`]);
  return [
    ...Object.entries(names).map(([part, text]) => `${part} ${text}`),
    ...(figure === 'occurrences' && previous === 'never' ? times.slice(0, 1) : times),
  ].join(', ');
}

/** Those of a key that differ; one line for a key that only one side has. */
function figures({ rollup, events }: Difference): { name: string; rollup: string; events: string }[] {
  if (rollup === null || events === null) {
    const [name, figure] = Object.entries(rollup ?? events ?? {}).find(([, text]) => text !== '0') ?? ['', ''];
    return [{ name, rollup: rollup === null ? 'no row' : figure, events: events === null ? 'no row' : figure }];
  }
  return Object.keys(events)
    .map((name) => ({ name, rollup: rollup[name] ?? '', events: events[name] ?? '' }))
    .filter((figure) => figure.rollup !== figure.events);
}

/** What the tables do not say by themselves. */
function notes({ tables, staleMarkers }: VerifyReport): string[] {
  const uncounted = tables.reduce((sum, table) => sum + table.uncountedDays, 0);
  const unsettled = tables.reduce((sum, table) => sum + table.unsettledDays, 0);
  return [
    ...staleMarkers.map(
      ({ table, view, arrived, runs }) =>
        `${table} has had ${count(arrived)} of ${count(runs)} runs by ${view}: ${arrived < runs ? 'the consumer was stopped in the middle of one, and goes on when it starts' : 'more than there were'}.`,
    ),
    ...(uncounted > 0 ? [`On ${count(uncounted)} of the differing days the keys were not counted.`] : []),
    ...(unsettled > 0
      ? [
          `${count(unsettled)} days were changed by the consumer again and again while they were compared: stop it, and look again.`,
        ]
      : []),
  ];
}

/** What differs, in one line, or that nothing does. */
function verdict({ isExact, tables, staleMarkers, events, workspaces, run, at }: VerifyReport): string {
  const of = `${count(events)} events of ${workspaces === 1 ? '1 workspace' : `${count(workspaces)} workspaces`}, as of run ${count(run)} at ${at}`;
  if (isExact) return `Exact: every rollup holds what the events say (${of}).`;
  const differing = tables.filter((table) => table.differingDays > 0);
  if (differing.length > 0) {
    return `Not exact: ${differing.map(({ table }) => table).join(', ')} (${of}). Put it right with footfall rebuild.`;
  }
  if (staleMarkers.length > 0) return `Not exact: a run has not arrived everywhere (${of}).`;
  return `Not proven: some days could not be compared (${of}).`;
}

function count(value: number): string {
  return value.toLocaleString('en');
}
