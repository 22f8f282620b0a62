/** Sessions that start in the range, one row each, as a subquery over `events`. */
import { attributeOrder, inRange, isCustom, isPageview, ofWorkspace, rangeStart } from './events.ts';

/** Milliseconds from a session's first event to its last. */
export const durationMs = "dateDiff('millisecond', min(timestamp), max(timestamp)) AS duration_ms";

/** A session with exactly one pageview and no custom event. */
export const isBounce = (pageviews: string, customEvents: string) => `${pageviews} = 1 AND ${customEvents} = 0`;
export const bounced = `${isBounce(`countIf(${isPageview})`, `countIf(${isCustom})`)} AS bounced`;

/** The session's value of a column, named `first_<column>`: that of its first pageview, else of its first event. */
export const attribute = (column: string) => `argMin(${column}, ${attributeOrder}) AS first_${column}`;

/** Distinct visitors over sessions; a session is one visitor's, whoever sent the event that gives it its attributes. */
export const sessionVisitor = attribute('visitor_id');

/**
 * `SELECT started_at, <columns>` with a row for each session whose earliest event of all time is in the range.
 * A session that touches the range is read whole, wherever its other events lie: one begun before does not count, one
 * that goes on afterwards counts with all of it, and none that touches the range can begin after it. `identity` keeps
 * the engine from looking the many ids up in the table's order, which costs four times what reading the column does.
 */
export function sessions(columns: readonly string[]): string {
  return `
    SELECT min(timestamp) AS started_at, ${columns.join(', ')}
    FROM events
    WHERE ${ofWorkspace} AND identity(session_id) IN (SELECT session_id FROM events WHERE ${inRange})
    GROUP BY session_id
    HAVING started_at >= ${rangeStart}`;
}
