/** Funnels: the last step that each visitor reaches, from all events that match a step. */
import type { Statement } from '../../driver/port.ts';
import type { Filter } from '../parameters/filters.ts';
import { boundBy, type Scope } from '../scope.ts';
import { conditionsOf } from './conditions.ts';
import { arrivalOrder, isPageview } from './events.ts';
import { isMatchingEvent, sessions } from './sessions.ts';

/** One row: `visitors`, the distinct ones who reached each step. Without `withinMs` all steps are in one session. */
export function funnelOf(scope: Scope, steps: readonly Filter[], withinMs: number | undefined): Statement {
  const { range, ...subset } = scope;
  const conditions = steps.map((step, index) => conditionsOf([step], `step_${index}`));
  const matches = conditions.map(({ page, happened }, index) =>
    // A step by path is a pageview: other events on the page do not match.
    steps[index]?.dimension.name === 'path' ? `(${isPageview} AND ${page})` : `(${page ?? happened})`,
  );
  // A bit mask of the steps that the event matches.
  const reached = matches.map((match, index) => `${match} * ${2 ** index}`).join(' + ');
  const entry = `(${arrivalOrder}, toUnixTimestamp64Milli(timestamp), ${reached})`;
  const isStep = `(${matches.join(' OR ')})`;
  const entriesOf = (id: string) => `
    SELECT ${id}, groupArray(${entry}) AS entries
    FROM events
    WHERE ${isMatchingEvent(subset, [range])} AND ${isStep}
    GROUP BY ${id}`;
  const entriesInSessions = () => `
    SELECT first_visitor_id, entries
    FROM (${entriesOf('session_id')}) AS of_steps
    INNER JOIN (${sessions(subset, 'seen', [range], { attributes: ['visitor_id'] })}) AS of_session USING (session_id)`;
  const entriesOfVisitors = () => `SELECT visitor_id AS first_visitor_id, entries FROM (${entriesOf('visitor_id')})`;
  const sql = `
  SELECT [${steps.map((_, index) => `uniqExactIf(first_visitor_id, steps > ${index})`).join(', ')}] AS visitors
  FROM (
    SELECT first_visitor_id, arrayCount(start -> start >= 0, ${startsOf(steps.length, withinMs)}) AS steps
    FROM (${withinMs === undefined ? entriesInSessions() : entriesOfVisitors()})
  )`;
  const params = Object.assign({}, boundBy(scope), ...conditions.map((one) => one.params));
  return { sql, params };
}

/**
 * For each step, the start of the latest sequence that reached it, as epoch milliseconds; negative if none did. The latest is the one
 * that has most time left, and never later than that of the previous step. An event is applied to the steps as they were before it, so
 * that one event counts as at most one step.
 */
function startsOf(steps: number, withinMs: number | undefined): string {
  const next = Array.from({ length: steps }, (_, index) => {
    const isReached = `bitTest(entry.3, ${index})`;
    if (index === 0) return `if(${isReached}, entry.2, starts[1])`;
    const before = `starts[${index}]`;
    const isInTime = withinMs === undefined ? '' : ` AND entry.2 - ${before} <= ${withinMs}`;
    return `if(${isReached}${isInTime}, ${before}, starts[${index + 1}])`;
  });
  const none = `CAST([${next.map(() => -1).join(', ')}], 'Array(Int64)')`;
  return `arrayFold((starts, entry) -> [${next.join(', ')}], arraySort(entries), ${none})`;
}
