/** The columns `kind`, `attributes` and `path` of `activity`, which say what a subject did, and the dimensions that a row stands for, as SQL. */
import {
  dimensionsOfEmpty,
  type SessionAttribute,
  sessionAttributes,
  sessionDimensions,
  sqlList,
  textsOfValue,
  valueOf,
} from '../queries/breakdown-dimensions.ts';
import { isDeadClick, isRageClick, pageview } from '../queries/sql/events.ts';

/** The three columns for a visitor who starts a session, over the attributes of the session. */
export const activityOfSession = `'session' AS kind, [${sessionAttributes.map((name) => `toString(${name})`).join(', ')}] AS attributes, '' AS path`;

/** The subjects, kinds and attributes of everything that an event counts as, over a row of `events`. */
export const activityOfEvent = `arrayConcat(
      [(visitor_id, 'event', [toString(type)])],
      if(${isDeadClick}, [(session_id, 'dead', emptyArrayString())], []),
      if(${isRageClick}, [(session_id, 'rage', emptyArrayString())], []))`;

const attributeOf = (name: SessionAttribute) => `attributes[${sessionAttributes.indexOf(name) + 1}]`;
const typeOfEvent = 'attributes[1]';

/** Returns an array over a row: the result of `make` for each dimension that it stands for, with its values. */
function ofActivity(make: (dimension: string, ...values: string[]) => string): string {
  const ofSession = sessionDimensions.map(({ name, ...dimension }) =>
    make(`'${name}'`, ...textsOfValue(dimension, attributeOf)),
  );
  const ofEvent = [make("'all'"), make("'type'", typeOfEvent), make("'place'", 'path')];
  return `multiIf(
      kind = 'session', [${ofSession.join(', ')}],
      kind != 'event', [${make('kind', 'path')}],
      ${typeOfEvent} = ${pageview}, [${[...ofEvent, make("'path'", 'path')].join(', ')}],
      [${ofEvent.join(', ')}])`;
}

/** The key of each dimension and value of a workspace: a hash without collisions, even deliberate ones. */
export const keysOfActivity = ofActivity((...parts) => `sipHash128(workspace_id, ${parts.join(', ')})`);

/** The dimension and value of each key. A value of several columns is a JSON array, or empty if the first column is. */
export const entriesOfActivity = ofActivity(
  (dimension, first = "''", ...more) => `(${dimension}, ${valueOf(first, ...more)})`,
);

/** The condition that an entry counts: it has a value, or its dimension counts an empty one. */
export const countsEntry = `(entry.2 != '' OR entry.1 IN ${sqlList(dimensionsOfEmpty)})`;
