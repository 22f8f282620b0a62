/** A report of `footfall reconcile` as people read it. */
import type { LifeReport, Report } from '@footfall/consumer/reconcile';
import { renderTable } from './table.ts';

const incarnationLetters = 8;

/** A table of the partitions, what has to be said about them, and the verdict in one line. */
export function renderReport(report: Report): string {
  return [renderPartitions(report.partitions), '', ...notes(report), verdict(report)].join('\n');
}

/** What differs, in one line, or that nothing does. */
function verdict({ isExact, waiting, partitions, repaired }: Report): string {
  const sum = sumOf(partitions);
  if (isExact) {
    const rest = waiting > 0 ? `; ${count(waiting)} wait to be stored` : '';
    const stored = `${count(sum('rows'))} rows, each place and each event once; nothing is missing${rest}`;
    return anyOf(repaired) ? `Repaired: ${describe(repaired)}. Exact now: ${stored}.` : `Exact: ${stored}.`;
  }
  const found = { missing: sum('missing'), doubled: sum('doubled'), repeated: sum('repeated') };
  if (anyOf(found)) return `Not exact: ${describe(found)}. Put it right with --repair.`;
  return `Not exact: ${count(sum('beyondEnd'))} rows that the log has never given out.`;
}

function renderPartitions(partitions: readonly LifeReport[]): string {
  const head = [
    'PARTITION',
    'INCARNATION',
    'LOG FROM',
    'LOG TO',
    'COMMITTED',
    'ROWS',
    'DISTINCT',
    'COPIES',
    'DEAD LETTERS',
    'MISSING',
    'DOUBLED',
    'REPEATED',
  ];
  const rows = partitions.map((one) => [
    String(one.partition),
    one.incarnation.slice(0, incarnationLetters),
    ...(one.log
      ? [count(one.log.from), count(one.log.to), one.log.committed === null ? 'none' : count(one.log.committed)]
      : ['gone', '', '']),
    ...[one.rows, one.distinct, one.copies, one.deadLetters, one.missing, one.doubled, one.repeated].map(count),
  ]);
  return renderTable(head, rows);
}

/** What the table's figures do not say by themselves. */
function notes({ partitions }: Report): string[] {
  const old = partitions.filter(({ log }) => log === null);
  const sum = sumOf(partitions.filter(({ log }) => log !== null));
  const trimmed = partitions.reduce((total, { log }) => total + Math.min(log?.from ?? 0, log?.committed ?? 0), 0);
  const said = [
    trimmed > 0 &&
      `${count(trimmed)} offsets lie before the log's start: their rows are counted, but cannot be compared; ${count(sum('uncompared'))} have no row, as copies, dead letters and deleted events have none.`,
    sum('deleted') > 0 && `${count(sum('deleted'))} offsets hold events of deleted workspaces.`,
    sum('beyondEnd') > 0 &&
      `${count(sum('beyondEnd'))} rows have a place that the log has never given out: is this the log they came from?`,
    old.length > 0 &&
      `${count(sumOf(old)('rows'))} rows come from an old life of the topic, or from another topic: counted only.`,
  ];
  return said.filter((note) => note !== false);
}

type Figure = 'rows' | 'missing' | 'doubled' | 'repeated' | 'uncompared' | 'deleted' | 'beyondEnd';

function sumOf(partitions: readonly LifeReport[]): (figure: Figure) => number {
  return (figure) => partitions.reduce((total, one) => total + one[figure], 0);
}

function anyOf(damage: Report['repaired']): boolean {
  return Object.values(damage).some((rows) => rows > 0);
}

function describe({ missing, doubled, repeated }: Report['repaired']): string {
  return `${count(missing)} missing, ${count(doubled)} doubled, ${count(repeated)} copies beside their first`;
}

function count(value: number): string {
  return value.toLocaleString('en');
}
