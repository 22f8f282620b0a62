/** The sessions that start in a range, as `visits` has them and as `events` do: figures of each day that differ if one of their columns does. */
import {
  arrivalOrder,
  attributeOrder,
  inRange,
  isCustom,
  isDeadClick,
  isIn,
  isPageview,
  isRageClick,
  ofWorkspace,
} from '../queries/sql/events.ts';
import type { Range } from '../queries/sql/range.ts';
import { attributes, counts } from '../rollups/visit.ts';

/** Each column of a visit, over the events of its session. */
const columns = {
  started_at: 'min(timestamp)',
  ended_at: 'max(timestamp)',
  pageviews: `countIf(${isPageview})`,
  custom_events: `countIf(${isCustom})`,
  events: 'count()',
  dead_clicks: `countIf(${isDeadClick})`,
  rage_clicks: `countIf(${isRageClick})`,
  ...Object.fromEntries(attributes.map((name) => [name, `argMin(${name}, ${attributeOrder})`])),
  entry_page: `argMinIf(path, ${arrivalOrder}, ${isPageview})`,
  entry_host: `argMinIf(hostname, ${arrivalOrder}, ${isPageview})`,
  exit_page: `argMaxIf(path, ${arrivalOrder}, ${isPageview})`,
  exit_host: `argMaxIf(hostname, ${arrivalOrder}, ${isPageview})`,
};
const names = Object.keys(columns);

/** `hash` is that of all columns of the sessions. */
const sums = {
  sessions: '1',
  durations: "dateDiff('millisecond', started_at, ended_at)",
  ...Object.fromEntries(counts.map((name) => [`all_${name}`, `toInt64(${name})`])),
  hash: `toInt64(cityHash64(session_id, ${names.map((name) => `toString(${name})`).join(', ')}))`,
};
export const visitFigures = Object.keys(sums);

/** A row for each day on which a session starts: `day`, and its figures. */
export function visitsOf(source: 'events' | 'rollups', range: Range): string {
  return `
    SELECT toString(toDate(started_at)) AS day,
      ${Object.entries(sums)
        .map(([name, sum]) => `sum(sign * ${sum}) AS ${name}`)
        .join(', ')}
    FROM (${source === 'events' ? ofEvents(range) : ofVisits(range)})
    GROUP BY day`;
}

const ofVisits = (range: Range) => `
      SELECT session_id, sign, ${names.join(', ')} FROM visits WHERE ${ofWorkspace} AND ${isIn('started_at', range)}`;

const ofEvents = (range: Range) => `
      SELECT session_id, 1 AS sign, ${names.map((name) => `of_session_${name} AS ${name}`).join(', ')}
      FROM (
        SELECT session_id, ${Object.entries(columns)
          .map(([name, value]) => `${value} AS of_session_${name}`)
          .join(', ')}
        FROM events
        WHERE ${ofWorkspace} AND identity(session_id) IN (SELECT session_id FROM events WHERE ${inRange(range)})
        GROUP BY session_id)
      WHERE ${isIn('of_session_started_at', range)}`;
