/** The findings of a soak. */

export interface Report {
  minutes: number;
  seed: number;
  seconds: number;
  /** Events. */
  acknowledged: number;
  /** Refused requests, which were repeated. */
  refused: number;
  /** Requests that were sent and are still unacknowledged. */
  unacknowledged: number;
  /** The number of acts, by kind and victim. */
  mischief: Readonly<Record<string, number>>;
  lost: number;
  duplicated: number;
  repeatedPlaces: number;
  unknown: number;
  /** Endpoints whose response differs from the reference, once for each queried process. */
  differingResults: readonly string[];
}

/** Returns true if everything acknowledged is stored once and every response is correct. */
export function isClean(report: Report): boolean {
  const { acknowledged, unacknowledged, lost, duplicated, repeatedPlaces, unknown, differingResults } = report;
  return (
    acknowledged > 0 && unacknowledged + lost + duplicated + repeatedPlaces + unknown + differingResults.length === 0
  );
}

/** Returns the report as a table. */
export function table(report: Report): string {
  const { mischief, differingResults, ...figures } = report;
  const rows = [
    ...Object.entries(figures),
    ...Object.entries(mischief).toSorted(([a], [b]) => a.localeCompare(b)),
    ['results that differ', differingResults.join(', ') || 'none'],
    ['verdict', isClean(report) ? 'each event once' : 'NOT CLEAN'],
  ];
  return `${rows.map(([name, value]) => `${name.padEnd(28)} ${value}`).join('\n')}\n`;
}
