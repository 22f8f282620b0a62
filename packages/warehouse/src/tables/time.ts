/** Times as ClickHouse takes them. */

/** `2026-11-01 00:00:00.123`, UTC: a text that every ClickHouse reads alike, whatever its settings. */
export function clickhouseTime(epochMs: number): string {
  return new Date(epochMs).toISOString().replace('T', ' ').slice(0, 23);
}
