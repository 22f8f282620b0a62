/** The columns of a session's row in `visits`, and of the worker's state of it. */
import { sessionAttributes } from '../queries/dimensions.ts';

/** Counts of all of its events. */
export const counts = ['pageviews', 'custom_events', 'events', 'dead_clicks', 'rage_clicks'] as const;
/** The columns of the event that gives it its attributes. */
export const attributes = ['visitor_id', ...sessionAttributes, 'utm_term', 'utm_content'] as const;
/** The columns of the same event that are empty unless it is a pageview. */
export const entry = ['entry_page', 'entry_host'] as const;
/** The columns of its last pageview. */
export const exit = ['exit_page', 'exit_host'] as const;

export const visitColumns: readonly string[] = [
  'workspace_id',
  'session_id',
  'started_at',
  'ended_at',
  ...counts,
  ...attributes,
  ...entry,
  ...exit,
];
/** `exit_xor` is the place of the last pageview in the order of events. */
export const stateColumns: readonly string[] = [...visitColumns, 'attribute_order', 'exit_xor'];

const numbers: readonly string[] = ['session_id', 'visitor_id', 'attribute_order', 'exit_xor', ...counts];
/** The values of a marker, which is of no session. */
export const valuesOfNone = (columns: readonly string[]) =>
  columns
    .map((name) => (name.endsWith('_at') ? "toDateTime64(0, 3, 'UTC')" : numbers.includes(name) ? '0' : "''"))
    .join(', ');
