/** Sessions with events in a range, one row each, as a subquery over `events`, and the events that filters leave. */
import type { SessionDimension } from '../dimension.ts';
import type { Filter } from '../filters.ts';
import { conditionsOf } from './conditions.ts';
import {
  arrivalOrder,
  attributeOrder,
  inRange,
  isCustom,
  isDeadClick,
  isPageview,
  isRageClick,
  ofWorkspace,
} from './events.ts';
import type { Range } from './range.ts';

/** A session with exactly one pageview and no custom event. */
export const isBounce = (pageviews: string, customEvents: string) => `${pageviews} = 1 AND ${customEvents} = 0`;

/** What a session has besides its attributes: of all of its events, and the clicks of those that filters of places leave. */
export function sessionFigures(filters: readonly Filter[]): string[] {
  const { place } = conditionsOf(filters);
  const clicks = (isClick: string) => `countIf(${place === undefined ? isClick : `${isClick} AND ${place}`})`;
  return [
    "dateDiff('millisecond', min(timestamp), max(timestamp)) AS duration_ms",
    `${isBounce(`countIf(${isPageview})`, `countIf(${isCustom})`)} AS is_bounced`,
    `${clicks(isDeadClick)} AS dead_clicks`,
    `${clicks(isRageClick)} AS rage_clicks`,
  ];
}

/** Where a session entered and left the site: at its first and its last pageview. */
const pagesOfSession = {
  entry_page: ['argMinIf', 'path'],
  exit_page: ['argMaxIf', 'path'],
  entry_host: ['argMinIf', 'hostname'],
  exit_host: ['argMaxIf', 'hostname'],
} as const;
export type SessionAttribute = SessionDimension | keyof typeof pagesOfSession | 'visitor_id';
const isPageOfSession = (name: string): name is keyof typeof pagesOfSession => Object.hasOwn(pagesOfSession, name);

/**
 * `first_<attribute>` for each of `attributes`, as the event has it that gives the session its attributes: its first pageview,
 * or its first event when there is none. A session is one visitor's, whoever sent that event.
 */
function sessionAttributesOf(attributes: readonly SessionAttribute[]): string[] {
  const pages = attributes.filter(isPageOfSession);
  const columns = attributes.filter((name) => !isPageOfSession(name));
  return [
    ...columns.map(
      (column, index) =>
        `argMin(${column}, ${index === 0 ? `${attributeOrder} AS place` : 'place'}) AS first_${column}`,
    ),
    ...pages.map((name) => {
      const [aggregate, column] = pagesOfSession[name];
      return `${aggregate}(${column}, ${arrivalOrder}, ${isPageview}) AS first_${name}`;
    }),
  ];
}

interface Selected {
  attributes?: readonly SessionAttribute[];
  /** Aggregates over the events of a session. */
  figures?: readonly string[];
}

/**
 * A row for each session with an event in one of the ranges that matches the filters: `session_id`, `started_at`, its earliest
 * event of all time, and what is selected. A session is read whole, wherever its other events lie. `identity` keeps the engine
 * from looking the many ids up in the table's order, which costs four times what reading the column does.
 */
export function sessions(
  { attributes = [], figures = [] }: Selected,
  ranges: readonly Range[],
  filters: readonly Filter[],
): string {
  const { session, attributes: filtered, place, happened } = conditionsOf(filters);
  const columns = sessionAttributesOf([...new Set([...attributes, ...filtered])]);
  const having = [session, ...[place, happened].map((of) => of && `max(${of})`)].filter((one) => one !== undefined);
  return `
    SELECT session_id, ${['min(timestamp) AS started_at', ...columns, ...figures].join(', ')}
    FROM events
    WHERE ${ofWorkspace} AND identity(session_id) IN (SELECT session_id FROM events WHERE ${inRange(...ranges)})
    GROUP BY session_id${having.length > 0 ? `\n    HAVING ${having.join(' AND ')}` : ''}`;
}

/** Whether an event in one of the ranges counts: the filters leave its session, and those of places itself. */
export function counts(filters: readonly Filter[], ranges: readonly Range[]): string {
  const { session, place, happened } = conditionsOf(filters);
  const conditions = [inRange(...ranges)];
  if (place !== undefined) conditions.push(place);
  // A session matches the filters of places by this very event.
  if (session !== undefined || happened !== undefined) {
    conditions.push(`identity(session_id) IN (SELECT session_id FROM (${sessions({}, ranges, filters)}))`);
  }
  return conditions.join(' AND ');
}
