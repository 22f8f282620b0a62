/** Sessions, one row each, as a subquery: computed from `events`, or as the rollups keep them; and the events that filters leave. */
import type { SessionDimensionName } from '../parameters/dimension.ts';
import type { Subset } from '../scope.ts';
import type { Range } from '../time/range.ts';
import { type Conditions, conditionsOf } from './conditions.ts';
import {
  arrivalOrder,
  attributeOrder,
  dayOf,
  inRange,
  isCustom,
  isDeadClick,
  isIn,
  isPageview,
  isRageClick,
  ofWorkspace,
  timeOf,
} from './events.ts';

/** A session with exactly one pageview and no custom event. */
export const isBounce = (pageviews: string, customEvents: string) => `${pageviews} = 1 AND ${customEvents} = 0`;

/** The paths and hosts on which a session entered and left the site: those of its first and its last pageview. */
const edges = {
  entry_page: ['argMinIf', 'path'],
  exit_page: ['argMaxIf', 'path'],
  entry_host: ['argMinIf', 'hostname'],
  exit_host: ['argMaxIf', 'hostname'],
} as const;
export type SelectedAttribute = SessionDimensionName | keyof typeof edges | 'visitor_id';

/** Figures of what happened in a session. */
export type SessionFigure = keyof typeof outcomes | keyof typeof clickFigures | keyof typeof counted;

/** Figures of all of its events: each over `events`, and over a row of `visits`. */
const outcomes = {
  duration_ms: [
    "dateDiff('millisecond', min(timestamp), max(timestamp))",
    "dateDiff('millisecond', visits.started_at, visits.ended_at)",
  ],
  is_bounced: [
    isBounce(`countIf(${isPageview})`, `countIf(${isCustom})`),
    isBounce('visits.pageviews', 'visits.custom_events'),
  ],
} as const;
/** The number of its events that are such clicks; with filters on pages, of those that they leave, and possibly 1 for any number. */
const clickFigures = { dead_clicks: isDeadClick, rage_clicks: isRageClick } as const;
/** The number of its events that filters on pages leave: the condition on them, and the column of `visits` that counts all. */
const counted = { n_pageviews: [isPageview, 'pageviews'], n_events: ['true', 'events'] } as const;

const isEdge = (name: string): name is keyof typeof edges => Object.hasOwn(edges, name);
const isCounted = (name: SessionFigure): name is keyof typeof counted => Object.hasOwn(counted, name);
const isClickFigure = (name: SessionFigure): name is keyof typeof clickFigures => Object.hasOwn(clickFigures, name);

interface Selection {
  /** The columns `first_<attribute>`. */
  attributes: readonly SelectedAttribute[];
  figures: readonly SessionFigure[];
  /** A condition on events. The column `is_converted` is true if it holds for an event of the session. */
  converts: string | undefined;
}

/** The sessions that must be included: `seen` are those with an event in one of the ranges, `started` those that start in one. */
type Which = 'seen' | 'started';

/**
 * Returns a row for each session that the filters leave, possibly with others than `which`: `session_id`, `started_at`, its
 * earliest event of all time, and what is selected. A session is read whole, wherever its events lie.
 */
export function sessions(
  { source, filters }: Subset,
  which: Which,
  ranges: readonly Range[],
  { attributes = [], figures = [], converts }: Partial<Selection> = {},
): string {
  const conditions = conditionsOf(filters);
  const selection = { attributes: [...new Set([...attributes, ...conditions.attributes])], figures, converts };
  const isStored = source === 'visits' && !(conditions.page !== undefined && figures.some(isCounted));
  return isStored
    ? storedSessions(conditions, isOneOf(which, ranges), selection)
    : computedSessions(conditions, source === 'events' ? undefined : ranges, selection);
}

/**
 * Computes sessions from `events`: those with an event in one of the ranges, or all. `first_<attribute>` is the attribute of
 * the session's first pageview, or of its first event if it has no pageview. A session belongs to one visitor, even if another one sent that event.
 */
function computedSessions(
  { session, page, happened }: Conditions,
  ranges: readonly Range[] | undefined,
  { attributes, figures, converts }: Selection,
): string {
  const columns = attributes.filter((name) => !isEdge(name));
  const selected = [
    'session_id',
    'min(timestamp) AS started_at',
    ...columns.map((column) => `argMin(${column}, attribute_order) AS first_${column}`),
    ...attributes.filter(isEdge).map((name) => {
      const [aggregate, column] = edges[name];
      return `${aggregate}(${column}, ${arrivalOrder}, ${isPageview}) AS first_${name}`;
    }),
    ...figures.map((name) => {
      if (!isCounted(name) && !isClickFigure(name)) return `${outcomes[name][0]} AS ${name}`;
      return `countIf(${allOf(isCounted(name) ? counted[name][0] : clickFigures[name], page)}) AS ${name}`;
    }),
    ...(converts === undefined ? [] : [`max(${converts}) AS is_converted`]),
  ];
  // A column, because the engine would copy and plan an alias for each attribute.
  return `
    SELECT ${selected.join(', ')}
    FROM ${columns.length > 0 ? `(SELECT *, ${attributeOrder} AS attribute_order FROM events) AS events` : 'events'}
    WHERE ${allOf(ofWorkspace, ranges && isAmong(inRange(...ranges)), ...withEvents([page, happened]))}
    GROUP BY session_id${session === undefined ? '' : `\n    HAVING ${session}`}`;
}

/** Reads the current states of sessions from `visits`. */
function storedSessions(
  { session, page, happened }: Conditions,
  isWithin: string,
  { attributes, figures, converts }: Selection,
): string {
  const theirEvents = eventsAround(isWithin);
  const selected = [
    'session_id',
    'started_at',
    ...attributes.map((name) => `visits.${name} AS first_${name}`),
    ...figures.map((name) => {
      if (isCounted(name)) return `visits.${counted[name][1]} AS ${name}`;
      if (!isClickFigure(name)) return `${outcomes[name][1]} AS ${name}`;
      return `${page === undefined ? `visits.${name}` : isAmong(allOf(theirEvents, clickFigures[name], page))} AS ${name}`;
    }),
    ...(converts === undefined ? [] : [`${isAmong(allOf(theirEvents, converts))} AS is_converted`]),
  ];
  return `
    SELECT ${selected.join(', ')}
    FROM visits
    WHERE ${allOf(ofWorkspace, isWithin, isCurrent(isWithin), session, ...withEvents([page, happened], theirEvents))}`;
}

/** The columns that identify a state of a session: each state has more events than the previous one. */
const state = 'day, session_id, events';

/**
 * The condition that a row of `visits` is the current state of a session. A former state has a second row, with sign -1, until a merge removes
 * both. `FINAL` would merge all rows of a table of several parts: docs/adr/0035-current-states-without-final.md.
 */
const isCurrent = (isWithin: string) =>
  `sign = 1 AND (${state}) NOT IN (SELECT ${state} FROM visits WHERE ${ofWorkspace} AND sign = -1 AND ${isWithin})`;

/** The condition that a row of `visits` is of a session with an event in one of the ranges, or that starts in one. */
const isOneOf = (which: Which, ranges: readonly Range[]) =>
  `(${ranges.map((range) => (which === 'started' ? startsIn(range) : isSeenIn(range))).join(' OR ')})`;

/** The condition on events from the start of the first of such sessions to the end of the last, which include all of theirs. */
const eventsAround = (isWithin: string) => {
  const hours = `(SELECT (toStartOfHour(min(started_at)), toStartOfHour(max(ended_at))) FROM visits WHERE ${ofWorkspace} AND ${isWithin})`;
  return `${ofWorkspace} AND toStartOfHour(timestamp) >= tupleElement(${hours}, 1) AND toStartOfHour(timestamp) <= tupleElement(${hours}, 2)`;
};

const startsIn = (range: Range) =>
  `(day >= ${dayOf(range.startMs)} AND day <= ${dayOf(range.endMs)} AND ${isIn('visits.started_at', range)})`;

const isSeenIn = ({ startMs, endMs }: Range) =>
  `(day <= ${dayOf(endMs)} AND visits.started_at < ${timeOf(endMs)} AND visits.ended_at >= ${timeOf(startMs)})`;

/** The condition that a row's session is one of those with such events. `identity` prevents the engine from looking up the many IDs in the table's order, which costs four times as much as reading the column. */
const isAmong = (events: string) => `identity(session_id) IN (SELECT session_id FROM events WHERE ${events})`;

/** The conditions that a row's session has an event for each of `conditions`. */
const withEvents = (conditions: readonly (string | undefined)[], all = ofWorkspace) =>
  conditions.flatMap((condition) => (condition === undefined ? [] : [isAmong(allOf(all, condition))]));

const allOf = (...conditions: readonly (string | undefined)[]) =>
  conditions.filter((condition) => condition !== undefined).join(' AND ');

/** The condition that an event is of a session with an event in one of the ranges, and with one, wherever it lies, for which `converts` holds. */
export function isOfConverted(subset: Subset, ranges: readonly Range[], converts: string): string {
  const seen = sessions(subset, 'seen', ranges, { converts });
  return `identity(session_id) IN (SELECT session_id FROM (${seen}) WHERE is_converted)`;
}

/** The condition that an event lies in one of the ranges and matches: the filters leave its session, and those on pages the event. */
export function isMatchingEvent(subset: Subset, ranges: readonly Range[]): string {
  const { session, page, happened } = conditionsOf(subset.filters);
  // A session matches the filters on pages by this event.
  const isThere = allOf(inRange(...ranges), page);
  if (session === undefined) {
    const events = subset.source === 'visits' ? eventsAround(isOneOf('seen', ranges)) : ofWorkspace;
    return allOf(isThere, ...withEvents([happened], events));
  }
  return `${isThere} AND identity(session_id) IN (SELECT session_id FROM (${sessions(subset, 'seen', ranges)}))`;
}
