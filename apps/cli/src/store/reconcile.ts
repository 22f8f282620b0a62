/** The report of `footfall reconcile` as text. */
import type { PartitionReport, ReconcileReport } from '@footfall/consumer/reconcile';
import { count, counted, renderTable } from '../terminal/table.ts';

/** The number of letters of a topic ID that distinguish two topics. */
const topicIdLetters = 8;

/** Returns a table of the partitions, notes about them, and the verdict in one line. */
export function renderReconcileReport(report: ReconcileReport): string {
  return [renderPartitions(report.partitions), '', ...notes(report), verdict(report)].join('\n');
}

/** Lists the offsets of a partition that cannot be compared, and those without a row. */
export function describeGaps({ partition, log, uncompared, gaps }: PartitionReport): string {
  const runs = gaps.map(({ from, to }) => (to - from === 1 ? count(from) : `${count(from)} to ${count(to - 1)}`));
  const begins = log === null ? 'its log is gone' : `the log begins at offset ${count(log.from)}`;
  const reason = 'Such offsets were duplicates, dead letters or events of deleted workspaces, or they are lost';
  return `Partition ${partition}: ${begins}; before it, ${counted(uncompared, 'offset')} without a row. ${reason}. Longest runs: ${runs.join('; ')}.`;
}

/** Says how many records of a partition were never stored, and how the consumer continues. */
function describeLost({ partition, log, lost }: PartitionReport): string {
  const from = log?.from ?? 0;
  return `Partition ${partition}: the next offset to store is ${count(from - lost)}, but the log begins at ${count(from)}: ${counted(lost, 'offset')} lost. To continue without them, set KAFKA_OFFSET_RESET=earliest.`;
}

/** Says that a partition of the log was written again from an earlier offset. */
function describeReplaced({ partition, replaced }: PartitionReport): string {
  return `Partition ${partition}: at the offsets of ${counted(replaced, 'row')}, the log has another event: it lost its end and was written again. Its new events at these offsets are not stored (docs/operating.md, "The log has lost its end").`;
}

/** Returns the verdict in one line: the differences, or that there are none. */
function verdict({ isExact, waiting, partitions, repaired }: ReconcileReport): string {
  const sum = sumOf(partitions);
  const rest = waiting > 0 ? `; ${counted(waiting, 'offset')} not stored yet` : '';
  if (isExact) {
    const stored = `${counted(sum('rows'), 'row')}, each offset and each event once; ${absence(sum('uncompared'))}${rest}`;
    const reach = sum('uncompared') > 0 ? ' as far as the log reaches' : '';
    return anyOf(repaired)
      ? `Repaired: ${describe(repaired)}. Exact now${reach}: ${stored}.`
      : `Exact${reach}: ${stored}.`;
  }
  const found = {
    missing: sum('missing'),
    duplicateOffsets: sum('duplicateOffsets'),
    duplicateIds: sum('duplicateIds'),
  };
  if (anyOf(found)) return `Not exact: ${describe(found)}. Repair it with --repair.`;
  if (sum('replaced') > 0)
    return `Not exact: the log has other events at the offsets of ${counted(sum('replaced'), 'row')}${rest}.`;
  if (sum('lost') > 0) return `Not exact: ${counted(sum('lost'), 'offset')} lost${rest}.`;
  return `Not exact: ${counted(sum('beyondEnd'), 'row')} beyond the end of the log.`;
}

function absence(uncompared: number): string {
  return uncompared === 0
    ? 'nothing is missing'
    : `${counted(uncompared, 'offset')} without a row before the start of the log cannot be compared`;
}

function renderPartitions(partitions: readonly PartitionReport[]): string {
  const head = [
    'partition',
    'topic id',
    'log from',
    'log to',
    'committed',
    'rows',
    'distinct',
    'duplicates',
    'dead letters',
    'missing',
    'lost',
    'duplicate offsets',
    'duplicate ids',
  ];
  const rows = partitions.map((one) => [
    String(one.partition),
    one.topicId.slice(0, topicIdLetters),
    ...(one.log
      ? [count(one.log.from), count(one.log.to), one.log.committed === null ? 'none' : count(one.log.committed)]
      : ['gone', '', '']),
    ...[
      one.rows,
      one.distinct,
      one.duplicates,
      one.deadLetters,
      one.missing,
      one.lost,
      one.duplicateOffsets,
      one.duplicateIds,
    ].map(count),
  ]);
  return renderTable(head, rows);
}

/** Explanations of figures in the table. */
function notes({ partitions }: ReconcileReport): string[] {
  const old = partitions.filter(({ log }) => log === null);
  const sum = sumOf(partitions);
  const said = [
    ...partitions.filter(({ uncompared }) => uncompared > 0).map(describeGaps),
    ...partitions.filter(({ lost }) => lost > 0).map(describeLost),
    ...partitions.filter(({ replaced }) => replaced > 0).map(describeReplaced),
    sum('deleted') > 0 && `Events of deleted workspaces: ${counted(sum('deleted'), 'offset')}.`,
    sum('beyondEnd') > 0 && `${counted(sum('beyondEnd'), 'row')} beyond the end of the log. Is this the right topic?`,
    old.length > 0 &&
      `${counted(sumOf(old)('rows'), 'row')} of another topic ID, from a deleted or another topic, only counted.`,
  ];
  return said.filter((note) => note !== false);
}

type Figure = Exclude<keyof PartitionReport, 'topicId' | 'partition' | 'log' | 'gaps'>;

function sumOf(partitions: readonly PartitionReport[]): (figure: Figure) => number {
  return (figure) => partitions.reduce((total, one) => total + one[figure], 0);
}

function anyOf(damage: ReconcileReport['repaired']): boolean {
  return Object.values(damage).some((rows) => rows > 0);
}

function describe({ missing, duplicateOffsets, duplicateIds }: ReconcileReport['repaired']): string {
  return [
    `${count(missing)} missing`,
    counted(duplicateOffsets, 'duplicate offset'),
    counted(duplicateIds, 'duplicate ID'),
  ].join(', ');
}
