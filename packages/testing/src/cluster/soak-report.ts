/** What a soak found. */

export interface Report {
  minutes: number;
  seed: number;
  seconds: number;
  /** Events. */
  acknowledged: number;
  /** Requests that were not, and were sent again. */
  refused: number;
  /** Requests that were sent and are still not. */
  unacknowledged: number;
  /** How often what was done to whom. */
  mischief: Readonly<Record<string, number>>;
  lost: number;
  duplicated: number;
  repeatedPlaces: number;
  unknown: number;
  /** Endpoints that did not answer as the reference does, once for each process that was asked. */
  differingAnswers: readonly string[];
}

/** Whether everything acknowledged is stored once and answered right. */
export function isClean(report: Report): boolean {
  const { acknowledged, unacknowledged, lost, duplicated, repeatedPlaces, unknown, differingAnswers } = report;
  return (
    acknowledged > 0 && unacknowledged + lost + duplicated + repeatedPlaces + unknown + differingAnswers.length === 0
  );
}

/** The report for people. */
export function table(report: Report): string {
  const { mischief, differingAnswers, ...figures } = report;
  const rows = [
    ...Object.entries(figures),
    ...Object.entries(mischief).toSorted(([a], [b]) => a.localeCompare(b)),
    ['answers that differ', differingAnswers.join(', ') || 'none'],
    ['verdict', isClean(report) ? 'each event once' : 'NOT CLEAN'],
  ];
  return `${rows.map(([name, value]) => `${name.padEnd(28)} ${value}`).join('\n')}\n`;
}
