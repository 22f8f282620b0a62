/** Sessions with events in a range, one row each, as a subquery over `events`. */
import { attributeOrder, inRange, isCustom, isDeadClick, isPageview, isRageClick, ofWorkspace } from './events.ts';
import type { Range } from './range.ts';

/** A session with exactly one pageview and no custom event. */
export const isBounce = (pageviews: string, customEvents: string) => `${pageviews} = 1 AND ${customEvents} = 0`;

/** What a session has besides its attributes: of all of its events. */
export const sessionFigures = [
  "dateDiff('millisecond', min(timestamp), max(timestamp)) AS duration_ms",
  `${isBounce(`countIf(${isPageview})`, `countIf(${isCustom})`)} AS is_bounced`,
  `countIf(${isDeadClick}) AS dead_clicks`,
  `countIf(${isRageClick}) AS rage_clicks`,
];

/**
 * `first_<column>` for each of `columns`, as the event has it that gives the session its attributes: its first pageview, or
 * its first event when there is none. A session is one visitor's, whoever sent that event.
 */
export const sessionAttributesOf = (columns: readonly string[]) =>
  columns.map(
    (column, index) => `argMin(${column}, ${index === 0 ? `${attributeOrder} AS place` : 'place'}) AS first_${column}`,
  );

/**
 * A row for each session with an event in one of the ranges: `started_at`, its earliest event of all time, and what `selected`
 * aggregates over its events. A session is read whole, wherever its other events lie. `identity` keeps the engine from
 * looking the many ids up in the table's order, which costs four times what reading the column does.
 */
export function sessions(selected: readonly string[], ranges: readonly Range[]): string {
  return `
    SELECT min(timestamp) AS started_at, ${selected.join(', ')}
    FROM events
    WHERE ${ofWorkspace} AND identity(session_id) IN (SELECT session_id FROM events WHERE ${inRange(...ranges)})
    GROUP BY session_id`;
}
