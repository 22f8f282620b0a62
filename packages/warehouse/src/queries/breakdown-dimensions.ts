/** The dimensions of breakdowns, each defined once as SQL over a row of `events`, for queries and for the rollup worker. */
import { isDeadClick, isPageview, isRageClick, isScrolled, isTimed } from './sql/events.ts';

/** The attributes that a session has from one of its events. */
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
export type SessionAttribute = (typeof sessionAttributes)[number];

interface SessionDimension {
  name: string;
  /** The attributes of a value: several are a JSON array, and without the first there is no value. */
  attributes: readonly [SessionAttribute, ...SessionAttribute[]];
  /** The attribute, and the text that it must have so that a session has a value. */
  only?: readonly [SessionAttribute, string];
  /** True if an empty value counts. */
  keepsEmpty?: true;
}

/** The AI assistant that sent a session. */
export const assistant = {
  name: 'assistant',
  attributes: ['source'],
  only: ['channel', 'AI Assistant'],
} as const satisfies SessionDimension;

/** Dimensions that count sessions and their distinct visitors. */
export const sessionDimensions = [
  { name: 'source', attributes: ['source'], keepsEmpty: true },
  { name: 'utm_source', attributes: ['utm_source', 'utm_medium'] },
  { name: 'campaign', attributes: ['utm_campaign', 'utm_source', 'utm_medium'] },
  { name: 'ad_platform', attributes: ['ad_platform'] },
  assistant,
  { name: 'channel', attributes: ['channel'], keepsEmpty: true },
  { name: 'browser', attributes: ['browser'], keepsEmpty: true },
  { name: 'os', attributes: ['os'], keepsEmpty: true },
  { name: 'device', attributes: ['device'], keepsEmpty: true },
  { name: 'country', attributes: ['country'], keepsEmpty: true },
  { name: 'city', attributes: ['city', 'country'] },
] as const satisfies readonly SessionDimension[];

/** The attributes that a value consists of. */
export function attributesOfValue({
  attributes,
  only,
}: Pick<SessionDimension, 'attributes' | 'only'>): readonly SessionAttribute[] {
  return only ? [...attributes, only[0]] : attributes;
}

/** The texts that a value consists of, as SQL; `attribute` returns that of an attribute. */
export function textsOfValue(
  { attributes: [first, ...more], only }: Pick<SessionDimension, 'attributes' | 'only'>,
  attribute: (name: SessionAttribute) => string,
): [string, ...string[]] {
  const text = attribute(first);
  return [only ? `if(${attribute(only[0])} = '${only[1]}', ${text}, '')` : text, ...more.map(attribute)];
}

/** A column of `events` with the values of a dimension. */
export type EventColumn = 'type' | 'path';

interface EventDimension {
  name: string;
  /** The condition that an event has a value. */
  when: string;
  /** The column of its values; without one, all have the empty value. */
  column: EventColumn | undefined;
  /** The column that is counted distinctly. */
  unique: 'visitor_id' | 'session_id';
  /** True if an empty value counts. */
  keepsEmpty?: true;
}

/** Dimensions that count events and their distinct visitors or sessions. */
export const eventDimensions = [
  { name: 'all', when: 'true', column: undefined, unique: 'visitor_id', keepsEmpty: true },
  { name: 'type', when: 'true', column: 'type', unique: 'visitor_id', keepsEmpty: true },
  { name: 'path', when: isPageview, column: 'path', unique: 'visitor_id', keepsEmpty: true },
  /** The path of any event. It is read with the pageviews and the time of the path: `count` is the number of pageviews. */
  { name: 'place', when: "path != ''", column: 'path', unique: 'visitor_id' },
  { name: 'dead', when: isDeadClick, column: 'path', unique: 'session_id', keepsEmpty: true },
  { name: 'rage', when: isRageClick, column: 'path', unique: 'session_id', keepsEmpty: true },
] as const satisfies readonly EventDimension[];

interface EventSum {
  name: string;
  when: string;
  column: EventColumn | undefined;
  sum: string;
  /** The number that the column of this name adds up, instead of counting something distinct: the pageviews in the sum. */
  uniques: string;
}

/** Sums over events. */
export const eventSums = [
  { name: 'pageview', when: isPageview, column: undefined, sum: '1', uniques: '0' },
  /** The scroll depth, in hundredths of a percent, by path. */
  { name: 'scroll', when: isScrolled, column: 'path', sum: 'scroll_depth', uniques: 'NOT continued' },
] as const satisfies readonly EventSum[];

/** The time that visitors were engaged, in milliseconds. The rollups store it as a separate dimension, which is read with `path` and `place`. */
export const pathTime = {
  name: 'time',
  when: isTimed,
  column: 'path',
  sum: 'engaged_ms',
  uniques: 'NOT continued',
} as const satisfies EventSum;

/** Sums over sessions, without a value. A session counts at the time of its start. `from` names the figures that the sum needs. */
export const sessionSums = [
  { name: 'session', sum: '1', from: [] },
  { name: 'duration', sum: 'duration_ms', from: ['duration_ms'] },
  { name: 'bounce', sum: 'is_bounced', from: ['is_bounced'] },
  { name: 'dead_session', sum: 'dead_clicks > 0', from: ['dead_clicks'] },
  { name: 'rage_session', sum: 'rage_clicks > 0', from: ['rage_clicks'] },
] as const;

export type SessionSum = (typeof sessionSums)[number]['name'];

export type BreakdownDimension = (
  | (typeof sessionDimensions)[number]
  | (typeof sessionSums)[number]
  | (typeof eventDimensions)[number]
  | (typeof eventSums)[number]
)['name'];

/** The dimensions that have no values: each has one row in a range or bucket, with the empty value or the number of the bucket. */
export const dimensionsWithoutValues: readonly BreakdownDimension[] = [
  ...sessionSums.map(({ name }) => name),
  ...[...eventDimensions, ...eventSums].flatMap(({ name, column }) => (column === undefined ? [name] : [])),
];

/** The dimensions that traffic is computed from: none of them has values. */
export const trafficDimensions: readonly BreakdownDimension[] = ['all', 'pageview', 'session', 'duration', 'bounce'];

export const breakdownDimensions: readonly BreakdownDimension[] = [
  ...sessionDimensions,
  ...sessionSums,
  ...eventDimensions,
  ...eventSums,
].map(({ name }) => name);

/** The dimensions that count an empty value. */
export const dimensionsOfEmpty: readonly string[] = [...eventDimensions, ...sessionDimensions].flatMap((one) =>
  'keepsEmpty' in one ? [one.name] : [],
);

/** The dimensions whose values are JSON arrays. */
export const dimensionsOfSeveral: readonly string[] = sessionDimensions.flatMap(({ name, attributes }) =>
  attributes.length > 1 ? [name] : [],
);

/** Names as a list in SQL. There must be at least one. */
export const sqlList = (names: readonly string[]) => `(${names.map((name) => `'${name}'`).join(', ')})`;

/** The value of an event, as SQL. */
export const valueOfEvent = (column: EventColumn | undefined) => (column === undefined ? "''" : `toString(${column})`);

/** One value of several texts. */
export function valueOf(first: string, ...more: readonly string[]): string {
  return more.length === 0 ? first : `if(${first} = '', '', toJSONString([${[first, ...more].join(', ')}]))`;
}
