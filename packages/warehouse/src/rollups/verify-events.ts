/** What the events say that the rollups must hold, as SQL of its own: none of it is shared with the worker that fills them. */

/** Bound: `first` and `last` workspace of a group. */
export const ofGroup = 'workspace_id >= {first:String} AND workspace_id <= {last:String}';

/** Bound: `from` and `to`, seconds since 1970, the first inclusive, the second not. `hour` is an expression. */
export const within = (hour: string) =>
  `${hour} >= toDateTime({from:UInt32}, 'UTC') AND ${hour} < toDateTime({to:UInt32}, 'UTC')`;

export const hourOf = (time: string) => `toStartOfHour(${time})`;
const inSlice = `${ofGroup} AND ${within(hourOf('timestamp'))}`;

/** Bound: `logs` and `offsets`, the marks of a run. */
const isCounted = `offset < transform(concat(incarnation, ':', toString(partition)),
  {logs:Array(String)}, CAST({offsets:Array(String)}, 'Array(UInt64)'), toUInt64(0))`;
const place = "concat(incarnation, ':', toString(partition), ':', toString(offset))";

/** What a run has counted: events below its marks, and removed ones that it has not taken off. */
export interface Counted {
  /** Whether there are any events that were removed: most stores have none, and need not look. */
  hasRemovals: boolean;
}

/** Rows of `columns` of the counted events. A removal that was begun leaves an event in both tables. Bound: `removed`, places that the run took off. */
function countedEvents({ hasRemovals }: Counted, columns: string, where: string): string {
  const stored = `SELECT ${columns} FROM events WHERE ${where} AND ${isCounted}`;
  if (!hasRemovals) return `(${stored})`;
  return `(${stored}
    UNION ALL
    SELECT ${columns} FROM (SELECT DISTINCT * FROM removed_events)
    WHERE ${where} AND ${isCounted} AND ${place} NOT IN {removed:Array(String)}
      AND (workspace_id, id, ${place}) NOT IN (
        SELECT workspace_id, id, ${place} FROM events WHERE id IN (SELECT id FROM removed_events)))`;
}

/** The order of events, those of one millisecond as they arrived: timestamp, arrival, index in the request and 23 bits of a hash of the id as the digits of one number. */
const arrivalOrder = `((toUInt128(toUnixTimestamp64Milli(timestamp)) * toUInt128('17592186044416')
    + toUInt128(toUnixTimestamp64Milli(received_at))) * toUInt128(65536) + toUInt128(request_index)) * toUInt128(8388608)
  + intDiv(cityHash64(id), 2199023255552)`;
/** A session's attributes are those of its first pageview, else of its first event. */
const attributeOrder = `if(type = '$pageview', toUInt128(0), toUInt128('170141183460469231731687303715884105728')) + ${arrivalOrder}`;

const attributes = [
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

/** Sessions that start in the slice, whole: a row each, of what `sessions` has of them. `touched` are the ids of others to look at instead. */
export function startedSessions(counted: Counted, touched?: string): string {
  const columns = `workspace_id, session_id, timestamp, type, visitor_id, ${attributes.join(', ')}, ${attributeOrder} AS place`;
  const ids = touched ?? `SELECT session_id FROM ${countedEvents(counted, 'session_id', inSlice)}`;
  const firsts = ['visitor_id', ...attributes];
  return `(
    SELECT workspace_id, session_id, events, started_at, ended_at, pageviews, custom_events, dead_clicks, rage_clicks,
      first_order, ${firsts.map((name) => `first_${name} AS ${name}`).join(', ')}
    FROM (
      SELECT workspace_id, session_id, count() AS events, min(timestamp) AS started_at, max(timestamp) AS ended_at,
        countIf(type = '$pageview') AS pageviews, countIf(substring(type, 1, 1) != '$') AS custom_events,
        countIf(type = '$dead_click') AS dead_clicks, countIf(type = '$rage_click') AS rage_clicks,
        min(place) AS first_order, ${firsts.map((name) => `argMin(${name}, place) AS first_${name}`).join(', ')}
      FROM ${countedEvents(counted, columns, `${ofGroup} AND identity(session_id) IN (${ids})`)}
      GROUP BY workspace_id, session_id
      ${touched === undefined ? `HAVING ${within(hourOf('started_at'))}` : ''}))`;
}

/** What a row of `sessions` says: name and value of each column. */
export const sessionState: readonly string[] = [
  'events',
  'started_at',
  'ended_at',
  'pageviews',
  'custom_events',
  'dead_clicks',
  'rage_clicks',
  'first_order',
  'visitor_id',
  ...attributes,
];

const list = (...columns: string[]) => `toJSONString([${columns.join(', ')}])`;
const when = (condition: string, ...key: string[]) => `if(${condition}, [(${key.join(', ')})], [])`;

/** What an event is a sign of: (subject, dimension, value). */
const eventKeys = `arrayConcat(
  [(visitor_id, 'all', ''), (visitor_id, 'type', toString(type))],
  ${when("type = '$pageview'", 'visitor_id', "'path'", 'path')},
  ${when("type = '$dead_click'", 'session_id', "'dead'", 'path')},
  ${when("type = '$rage_click'", 'session_id', "'rage'", 'path')})`;

/** What a session is a sign of, where it starts: (dimension, value). */
export const sessionKeys = `arrayConcat(
  [('source', source), ('channel', channel), ('browser', browser), ('os', os), ('device', device), ('country', country)],
  ${when("utm_source != ''", "'utm_source'", list('utm_source', 'utm_medium'))},
  ${when("utm_campaign != ''", "'campaign'", list('utm_campaign', 'utm_source', 'utm_medium'))},
  ${when("ad_platform != ''", "'ad_platform'", 'ad_platform')},
  ${when("city != ''", "'city'", list('city', 'country'))})`;

const eventColumns = 'workspace_id, timestamp, type, path, visitor_id, session_id';

/** A row for each time that a subject was active with a value of an event, in the slice: `workspace_id, subject_id, dimension, value, hour`. */
export const activeInEvents = (counted: Counted, where = inSlice) => `(
    SELECT workspace_id, key.1 AS subject_id, key.2 AS dimension, key.3 AS value, ${hourOf('timestamp')} AS hour
    FROM ${countedEvents(counted, eventColumns, where)} ARRAY JOIN ${eventKeys} AS key)`;

/** The same of the values of sessions. */
const activeInSessions = (counted: Counted, touched?: string) => `(
    SELECT workspace_id, visitor_id AS subject_id, key.1 AS dimension, key.2 AS value, ${hourOf('started_at')} AS hour
    FROM ${startedSessions(counted, touched)} ARRAY JOIN ${sessionKeys} AS key)`;

/** The same of both. */
export const active = (counted: Counted) => `(
    SELECT * FROM ${activeInEvents(counted)}
    UNION ALL
    SELECT * FROM ${activeInSessions(counted)})`;

/** A row for each that `activity` counts, in the slice: `workspace_id, subject_id, hour, what`. */
export const done = (counted: Counted) => `(
    SELECT workspace_id, did.1 AS subject_id, ${hourOf('timestamp')} AS hour, did.2 AS what
    FROM ${countedEvents(counted, eventColumns, inSlice)}
    ARRAY JOIN arrayConcat(
      [(visitor_id, arrayConcat(['event', toString(type)], if(type = '$pageview', [path], [])))],
      if(type IN ('$dead_click', '$rage_click'), [(session_id, [substring(type, 2, 4), path])], [])) AS did
    UNION ALL
    SELECT workspace_id, visitor_id, ${hourOf('started_at')}, ['session', ${attributes.join(', ')}]
    FROM ${startedSessions(counted)})`;

/** What `activity` holds, by dimension and value: `workspace_id, subject_id, dimension, value, hour, n`. */
export const heldActivity = (where: string) => `(
    SELECT workspace_id, subject_id, key.1 AS dimension, key.2 AS value, hour, n
    FROM (
      SELECT *, ${attributes.map((name, index) => `what[${index + 2}] AS ${name}`).join(', ')}
      FROM activity WHERE ${where})
    ARRAY JOIN multiIf(
      what[1] = 'session', ${sessionKeys},
      what[1] = 'event', arrayConcat([('all', ''), ('type', what[2])], ${when("what[2] = '$pageview'", "'path'", 'what[3]')}),
      [(what[1], what[2])]) AS key)`;

/** What `active` gives of all time, of subjects that were active in the slice: a row for each hour. */
export function historyOfActive(counted: Counted): string {
  const subjects = `SELECT subject_id FROM ${active(counted)}`;
  const theirs = `${ofGroup} AND (identity(visitor_id) IN (${subjects})
    OR type IN ('$dead_click', '$rage_click') AND identity(session_id) IN (${subjects}))`;
  const ofVisitors = `${ofGroup} AND identity(visitor_id) IN (${subjects})`;
  const touched = `SELECT session_id FROM ${countedEvents(counted, 'session_id', ofVisitors)}`;
  return `(
    SELECT DISTINCT * FROM (
      SELECT * FROM ${activeInEvents(counted, theirs)}
      UNION ALL
      SELECT * FROM ${activeInSessions(counted, touched)})
    WHERE subject_id IN (${subjects}))`;
}

/** Traffic of events by the hour, in the slice: `workspace_id, hour` and the figures. */
export const hourlyTraffic = (counted: Counted) => `(
    SELECT workspace_id, ${hourOf('timestamp')} AS hour, toInt64(countIf(type = '$pageview')) AS pageviews,
      toInt64(uniqExact(visitor_id)) AS visitors
    FROM ${countedEvents(counted, 'workspace_id, timestamp, type, visitor_id', inSlice)}
    GROUP BY workspace_id, hour)`;

/** Page views seen and left, by path and hour of the slice. */
export function hourlyPages(counted: Counted): string {
  const columns = `workspace_id, timestamp, type, path, title, engaged_ms, scroll_depth, continued, ${arrivalOrder} AS place`;
  return `(
    SELECT workspace_id, path, ${hourOf('timestamp')} AS hour,
      sumIf(engaged_ms, type = '$pageleave' AND engaged_ms >= 0) AS engaged,
      toInt64(countIf(type = '$pageleave' AND engaged_ms >= 0 AND NOT continued)) AS engaged_of,
      sumIf(scroll_depth, type = '$pageleave' AND scroll_depth >= 0) AS scrolled,
      toInt64(countIf(type = '$pageleave' AND scroll_depth >= 0 AND NOT continued)) AS scrolled_of,
      (maxIf(place, type = '$pageview'), argMaxIf(title, place, type = '$pageview')) AS latest
    FROM ${countedEvents(counted, columns, `${inSlice} AND type IN ('$pageview', '$pageleave')`)}
    GROUP BY workspace_id, path, hour)`;
}

/** What of it `counters` has of dimension 'scroll'. */
export const scrolled = { occurrences: 'scrolled', subjects: 'scrolled_of' } as const;

/** What `pages_by_hour` has of pages, in the same form. */
export const heldPages = `(
    SELECT workspace_id, path, hour, sum(engaged_ms) AS engaged, sum(engaged_views) AS engaged_of,
      max(pages_by_hour.latest) AS latest
    FROM pages_by_hour WHERE ${ofGroup} AND ${within('hour')}
    GROUP BY workspace_id, path, hour)`;

/** Traffic of sessions by the hour they start in, of rows such as `startedSessions` has. */
export const sessionTraffic = {
  sessions: 'toInt64(1)',
  bounces: 'toInt64(pageviews = 1 AND custom_events = 0)',
  duration_ms: 'toUnixTimestamp64Milli(ended_at) - toUnixTimestamp64Milli(started_at)',
  dead_sessions: 'toInt64(dead_clicks > 0)',
  rage_sessions: 'toInt64(rage_clicks > 0)',
} as const;
