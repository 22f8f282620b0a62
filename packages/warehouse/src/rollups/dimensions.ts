/** The dimensions of the rollups: what values an event or a session has in each, and how `activity` keeps them, as SQL. */
import { isDeadClick, isPageview, isRageClick } from '../sql/events.ts';

/** What a session has of one of its events. */
export const sessionAttributes = [
  'source',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'channel',
  'ad_platform',
  'browser',
  'os',
  'device',
  'country',
  'city',
] as const;
type SessionAttribute = (typeof sessionAttributes)[number];

interface SessionDimension {
  name: string;
  /** Several are a JSON array; without the first there is no value. */
  of: readonly [SessionAttribute, ...SessionAttribute[]];
  /** Whether an empty value counts. */
  keepsEmpty?: true;
}

const sessionDimensions = [
  { name: 'source', of: ['source'], keepsEmpty: true },
  { name: 'utm_source', of: ['utm_source', 'utm_medium'] },
  { name: 'campaign', of: ['utm_campaign', 'utm_source', 'utm_medium'] },
  { name: 'ad_platform', of: ['ad_platform'] },
  { name: 'channel', of: ['channel'], keepsEmpty: true },
  { name: 'browser', of: ['browser'], keepsEmpty: true },
  { name: 'os', of: ['os'], keepsEmpty: true },
  { name: 'device', of: ['device'], keepsEmpty: true },
  { name: 'country', of: ['country'], keepsEmpty: true },
  { name: 'city', of: ['city', 'country'] },
] as const satisfies readonly SessionDimension[];

/** Dimensions of events: `all` has one value, `''`; of `dead` and `rage` the subject is the session, of the others the visitor. */
const eventDimensions = ['all', 'type', 'path', 'dead', 'rage'] as const;

/** By path: its occurrences are how far page views were scrolled, in hundredths of a percent, its subjects those views. */
const sumDimensions = ['scroll'] as const;

export type Dimension =
  (typeof sessionDimensions)[number]['name'] | (typeof eventDimensions)[number] | (typeof sumDimensions)[number];

/** `what` of a visitor who begins a session; over a session's attributes. */
export const whatOfSession = `['session', ${sessionAttributes.map((name) => `toString(${name})`).join(', ')}]`;

/** Subject and `what` of all that an event is; over a row of `events`. */
export const whatOfEvent = `arrayConcat(
      [(visitor_id, if(${isPageview}, ['event', toString(type), path], ['event', toString(type)]))],
      if(${isDeadClick}, [(session_id, ['dead', path])], []),
      if(${isRageClick}, [(session_id, ['rage', path])], []))`;

const inWhat = (name: SessionAttribute) => `what[${sessionAttributes.indexOf(name) + 2}]`;

/** What `what` stands for: an array of what is made of each dimension and its values. */
function ofWhat(make: (dimension: string, ...values: string[]) => string): string {
  const ofSession = sessionDimensions.map(({ name, of }) => make(`'${name}'`, ...of.map(inWhat)));
  const ofEvent = [make("'all'"), make("'type'", 'what[2]')];
  return `multiIf(
      what[1] = 'session', [${ofSession.join(', ')}],
      what[1] != 'event', [${make('what[1]', 'what[2]')}],
      length(what) = 2, [${ofEvent.join(', ')}],
      [${[...ofEvent, make("'path'", 'what[3]')].join(', ')}])`;
}

/** Stands for each dimension and value of a workspace: a hash, of which no two are equal by chance or can be made so. */
export const keysOfWhat = ofWhat((...parts) => `sipHash128(workspace_id, ${parts.join(', ')})`);

/** Dimension and value of each key; of several columns the value is a JSON array, and empty when the first of them is. */
export const entriesOfWhat = ofWhat((dimension, first = "''", ...more) => {
  const value = more.length === 0 ? first : `if(${first} = '', '', toJSONString([${[first, ...more].join(', ')}]))`;
  return `(${dimension}, ${value})`;
});

/** Whether an entry counts that has no value. */
const keepsEmpty = [...eventDimensions, ...sessionDimensions.flatMap((one) => ('keepsEmpty' in one ? [one.name] : []))];
export const countsEntry = `(entry.2 != '' OR entry.1 IN (${keepsEmpty.map((name) => `'${name}'`).join(', ')}))`;
