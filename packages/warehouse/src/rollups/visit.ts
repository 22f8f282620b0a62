/** The columns of a session in `visits` and in the worker's state. */
import { sessionAttributes } from '../queries/breakdown-dimensions.ts';

/** The counts of all events of the session. */
export const counts = ['pageviews', 'custom_events', 'events', 'dead_clicks', 'rage_clicks'] as const;
/** The columns of the event that determines the attributes of the session. */
export const attributes = ['visitor_id', ...sessionAttributes, 'utm_term', 'utm_content'] as const;
/** The columns of the same event that are empty unless it is a pageview. */
export const entry = ['entry_page', 'entry_host'] as const;
/** The columns of the last pageview. */
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
/** `exit_xor` contains the position of the last pageview in the order of events. */
export const stateColumns: readonly string[] = [...visitColumns, 'attribute_order', 'exit_xor'];

const numbers: readonly string[] = ['session_id', 'visitor_id', 'attribute_order', 'exit_xor', ...counts];
/** The values of a marker, which does not belong to a session. */
export const valuesOfNone = (columns: readonly string[]) =>
  columns
    .map((name) => (name.endsWith('_at') ? "toDateTime64(0, 3, 'UTC')" : numbers.includes(name) ? '0' : "''"))
    .join(', ');
