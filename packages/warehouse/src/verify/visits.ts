/** Figures of the sessions that start on each day of a range, from `visits` or from `events`. They differ if any column of any session differs. */
import { isIn } from '../queries/sql/events.ts';
import type { Range } from '../queries/time/range.ts';
import { type SessionFigure, sessions } from '../queries/sql/sessions.ts';
import { attributes, entry, exit } from '../rollups/visit.ts';

const texts = [...attributes, ...entry, ...exit];
const counted = [
  'duration_ms',
  'is_bounced',
  'n_pageviews',
  'n_events',
  'dead_clicks',
  'rage_clicks',
] as const satisfies readonly SessionFigure[];

/** `hash` is over all columns of the sessions. */
const sums = {
  sessions: '1',
  ...Object.fromEntries(counted.map((name) => [`all_${name}`, name])),
  hash: `cityHash64(session_id, started_at, ${[...counted, ...texts.map((name) => `first_${name}`)].map((name) => `toString(${name})`).join(', ')})`,
};
export const visitFigures = Object.keys(sums);

/** Returns a query with one row per day on which a session starts: `day`, and its figures. */
export function visitsOf(workspaceId: string, source: 'manyEvents' | 'visits', range: Range): string {
  const ofRange = sessions({ workspaceId, source, filters: [] }, 'started', [range], {
    attributes: texts,
    figures: counted,
  });
  return `
    SELECT toString(toDate(started_at)) AS day,
      ${Object.entries(sums)
        .map(([name, sum]) => `sum(toInt64(${sum})) AS ${name}`)
        .join(', ')}
    FROM (${ofRange})
    WHERE ${isIn('started_at', range)}
    GROUP BY day`;
}
