/** The column `what` of `activity`, which says what a subject did, and the dimensions that it stands for, as SQL. */
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

/** `what` of a visitor who starts a session, over the attributes of the session. */
export const whatOfSession = `['session', ${sessionAttributes.map((name) => `toString(${name})`).join(', ')}]`;

/** The subjects and `what` of everything that an event counts as, over a row of `events`. */
export const whatOfEvent = `arrayConcat(
      [(visitor_id, ['event', toString(type), path])],
      if(${isDeadClick}, [(session_id, ['dead', path])], []),
      if(${isRageClick}, [(session_id, ['rage', path])], []))`;

const inWhat = (name: SessionAttribute) => `what[${sessionAttributes.indexOf(name) + 2}]`;

/** Returns an array over `what`: the result of `make` for each dimension that it stands for, with its values. */
function ofWhat(make: (dimension: string, ...values: string[]) => string): string {
  const ofSession = sessionDimensions.map(({ name, ...dimension }) =>
    make(`'${name}'`, ...textsOfValue(dimension, inWhat)),
  );
  const ofEvent = [make("'all'"), make("'type'", 'what[2]'), make("'place'", 'what[3]')];
  return `multiIf(
      what[1] = 'session', [${ofSession.join(', ')}],
      what[1] != 'event', [${make('what[1]', 'what[2]')}],
      what[2] = ${pageview}, [${[...ofEvent, make("'path'", 'what[3]')].join(', ')}],
      [${ofEvent.join(', ')}])`;
}

/** The key of each dimension and value of a workspace: a hash without collisions, even deliberate ones. */
export const keysOfWhat = ofWhat((...parts) => `sipHash128(workspace_id, ${parts.join(', ')})`);

/** The dimension and value of each key. A value of several columns is a JSON array, or empty if the first column is. */
export const entriesOfWhat = ofWhat((dimension, first = "''", ...more) => `(${dimension}, ${valueOf(first, ...more)})`);

/** The condition that an entry counts: it has a value, or its dimension counts an empty one. */
export const countsEntry = `(entry.2 != '' OR entry.1 IN ${sqlList(dimensionsOfEmpty)})`;
