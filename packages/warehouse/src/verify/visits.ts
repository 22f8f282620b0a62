/** The sessions that start in a range, as `visits` has them and as `events` do: figures of each day that differ if one of their columns does. */
import { isCustom, isDeadClick, isIn, isPageview, isRageClick, ofWorkspace } from '../queries/sql/events.ts';
import type { Range } from '../queries/sql/range.ts';
import { sessions } from '../queries/sql/sessions.ts';
import type { Source } from '../queries/source.ts';
import { attributes, entry, exit } from '../rollups/visit.ts';

const texts = [...attributes, ...entry, ...exit];
const counted = {
  pageviews: `countIf(${isPageview})`,
  custom_events: `countIf(${isCustom})`,
  events: 'count()',
  dead_clicks: `countIf(${isDeadClick})`,
  rage_clicks: `countIf(${isRageClick})`,
};
const countNames = Object.keys(counted);
const figures = [
  'max(timestamp) AS ended_at',
  ...Object.entries(counted).map(([name, count]) => `${count} AS ${name}`),
];

/** `hash` is that of all columns of the sessions. */
const sums = {
  sessions: '1',
  duration: "dateDiff('millisecond', started_at, ended_at)",
  ...Object.fromEntries(countNames.map((name) => [`all_${name}`, `toInt64(${name})`])),
  hash: `toInt64(cityHash64(session_id, ${['started_at', 'ended_at', ...countNames, ...texts].map((name) => `toString(${name})`).join(', ')}))`,
};
export const visitFigures = Object.keys(sums);

/** A row for each day on which a session starts: `day`, and its figures. */
export function visitsOf(source: Source, range: Range): string {
  return `
    SELECT toString(toDate(started_at)) AS day,
      ${Object.entries(sums)
        .map(([name, sum]) => `sum(sign * ${sum}) AS ${name}`)
        .join(', ')}
    FROM (${source === 'events' ? ofEvents(range) : ofVisits(range)})
    GROUP BY day`;
}

const ofVisits = (range: Range) => `
      SELECT session_id, sign, started_at, ended_at, ${[...countNames, ...texts].join(', ')}
      FROM visits
      WHERE ${ofWorkspace} AND ${isIn('started_at', range)}`;

const ofEvents = (range: Range) => `
      SELECT session_id, 1 AS sign, started_at, ended_at, ${countNames.join(', ')},
        ${texts.map((name) => `first_${name} AS ${name}`).join(', ')}
      FROM (${sessions({ attributes: texts, figures }, [range], [])})
      WHERE ${isIn('started_at', range)}`;
