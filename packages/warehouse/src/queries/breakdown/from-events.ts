/** Rows of a breakdown from events and sessions: of any dimensions, with any sums. */
import { z } from 'zod';
import type { Reader, Statement } from '../../driver/port.ts';
import { assistant, attributesOfValue, textsOfValue } from '../breakdown-dimensions.ts';
import { boundBy, type Scope } from '../scope.ts';
import { type Bind, binder } from '../sql/binder.ts';
import { attributeText, eventText, reachesGoal } from '../sql/conditions.ts';
import { propText } from '../sql/props.ts';
import { isIn, isPageview, isScrolled, isTimed } from '../sql/events.ts';
import { readRows } from '../../driver/read-rows.ts';
import {
  isMatchingEvent,
  isOfConverted,
  type SelectedAttribute,
  type SessionFigure,
  sessions,
} from '../sql/sessions.ts';
import { type ByDimension, kindOf } from './by.ts';
import { metricOf, noSums, type Sum, sumNames } from './metrics.ts';
import { type Page, readCounted, type Row, type Rows, type RowsRequest, type Scopes, type Span } from './rows.ts';

type SumsAsSql = Partial<Record<Sum, string>>;

/** Reads a page of the rows. */
export async function readPage(
  reader: Pick<Reader, 'read'>,
  { scope, compared }: Scopes,
  request: RowsRequest,
  page: Page,
): Promise<Rows> {
  const { order, search } = page;
  const found = valueNames(request)
    .map((name) => `positionCaseInsensitiveUTF8(${name}, {search:String}) > 0`)
    .join(' OR ');
  const ranking = metricOf(request.by, order.metric);
  const all = relation(scope, { ...request, sums: new Set([...request.sums, ...ranking.from]) });
  const read = ({ offset, limit }: Span) =>
    readRows(reader, row, {
      sql: `
  SELECT values, [${sumNames.join(', ')}] AS sums, count() OVER () AS total
  FROM (${all.sql})
  ${search === '' ? '' : `WHERE ${found}`}
  ORDER BY ${ranking.rank((sum) => sum)} ${order.isAscending ? 'ASC' : 'DESC'}, values
  LIMIT {limit:UInt32} OFFSET {offset:UInt32}`,
      params: { ...all.params, search, limit, offset },
    });
  const { rows, total } = await readCounted(page, read, (one) => one.total);
  return { rows: rows.map(toRow), total, before: compared && (await readValues(reader, compared, request, rows)) };
}

/** Reads the same rows in another range, in no order. */
async function readValues(
  reader: Pick<Reader, 'read'>,
  scope: Scope,
  request: RowsRequest,
  rows: readonly Pick<Row, 'values'>[],
): Promise<Row[]> {
  const all = relation(scope, request);
  const names = valueNames(request);
  const lists = names.map((name) => `{${name}:Array(String)}`).join(', ');
  const found = await readRows(reader, row, {
    sql: `
  SELECT values, [${sumNames.join(', ')}] AS sums, 0 AS total
  FROM (${all.sql})
  WHERE (${names.join(', ')}) IN ${names.length === 1 ? lists : `arrayZip(${lists})`}`,
    params: {
      ...all.params,
      ...Object.fromEntries(names.map((name, index) => [name, rows.map(({ values }) => values[index] ?? '')])),
    },
  });
  return found.map(toRow);
}

const row = z.object({
  values: z.array(z.string()),
  total: z.int(),
  /** The sums in the order of `sumNames`. */
  sums: z.array(z.int()),
});

function toRow({ values, sums }: z.output<typeof row>): Row {
  const byName = Object.fromEntries(sumNames.map((name, index) => [name, sums[index] ?? 0]));
  return { values, sums: { ...noSums, ...byName } };
}

const valueNames = ({ by }: RowsRequest) => by.dimensions.map((_dimension, index) => `value_${index}`);

/** `values`, `value_0` and so on, and all sums; those that are not requested may be 0. Omits values without an event. */
function relation(scope: Scope, request: RowsRequest): Statement {
  const { bind, params } = binder('by');
  const selects =
    kindOf(request.by) === 'session' ? [selectSessions(scope, request, bind)] : selectsOfEvents(scope, request, bind);
  const names = valueNames(request);
  return {
    sql: `
    SELECT ${names.join(', ')}, [${names.join(', ')}] AS values,
      ${sumNames.map((name) => `toInt64(sum(selected.${name})) AS ${name}`).join(', ')}
    FROM (${selects.join('\n      UNION ALL')}) AS selected
    GROUP BY ${names.join(', ')}
    HAVING events != 0`,
    params: { ...boundBy(scope), ...params },
  };
}

/** Selects the sums of each value from one relation. Empty values are omitted. */
function grouped(
  request: RowsRequest,
  values: readonly string[],
  sums: SumsAsSql,
  from: string,
  where: string,
): string {
  const names = valueNames(request);
  const isSelected = (name: Sum) => request.sums.has(name) || name === 'events';
  return `
      SELECT ${names.map((name, index) => `${values[index] ?? ''} AS ${name}`).join(', ')},
        ${sumNames.map((name) => `${(isSelected(name) ? sums[name] : undefined) ?? '0'} AS ${name}`).join(', ')}
      FROM ${from}
      WHERE ${[where, ...names.map((name) => `${name} != ''`)].join(' AND ')}
      GROUP BY ${names.join(', ')}`;
}

/** Selects the sums of the sessions that start in the range. */
function selectSessions({ range, ...subset }: Scope, request: RowsRequest, bind: Bind): string {
  const { by, goal, sums: wanted } = request;
  // Rows are of sessions with an event that counts.
  const figures: SessionFigure[] = ['n_pageviews', 'n_events', ...outcomesOf(wanted)];
  const from = sessions(subset, 'started', [range], {
    attributes: ['visitor_id', ...by.dimensions.flatMap(attributesOf)],
    figures,
    converts: goal && reachesGoal(goal, bind),
  });
  const sums = {
    visitors: 'uniqExact(first_visitor_id)',
    sessions: 'count()',
    pageviews: 'sum(n_pageviews)',
    events: 'sum(n_events)',
    bounces: 'sum(is_bounced)',
    durationMs: 'sum(duration_ms)',
    ...(goal && { conversions: 'uniqExactIf(first_visitor_id, is_converted)' }),
  };
  return grouped(request, by.dimensions.map(textOfSession), sums, `(${from})`, isIn('started_at', range));
}

/** The figures that bounces and durations are computed from. */
function outcomesOf(sums: RowsRequest['sums']): SessionFigure[] {
  return [
    ...(sums.has('bounces') ? ['is_bounced' as const] : []),
    ...(sums.has('durationMs') ? ['duration_ms' as const] : []),
  ];
}

/** Selects the sums of counted events, and of the sessions that begin and end with their values. */
function selectsOfEvents(scope: Scope, request: RowsRequest, bind: Bind): string[] {
  const { range, ...subset } = scope;
  const { by, goal, sums } = request;
  const attributes = by.dimensions.flatMap(attributesOf);
  const from =
    attributes.length === 0
      ? 'events'
      : `events INNER JOIN (${sessions(subset, 'seen', [range], { attributes })}) AS of_session USING (session_id)`;
  const happened = {
    visitors: 'uniqExact(visitor_id)',
    sessions: 'uniqExact(session_id)',
    pageviews: `countIf(${isPageview})`,
    events: 'count()',
    engagedMs: `sumIf(engaged_ms, ${isTimed})`,
    left: `countIf(${isTimed} AND NOT continued)`,
    scroll: `sumIf(scroll_depth, ${isScrolled})`,
    scrolled: `countIf(${isScrolled} AND NOT continued)`,
    ...(goal && {
      conversions: `uniqExactIf(visitor_id, ${isOfConverted(subset, [range], reachesGoal(goal, bind))})`,
    }),
  };
  const values = by.dimensions.map((dimension) => textOfEvent(dimension, request, bind));
  const selects = [grouped(request, values, happened, from, isMatchingEvent(subset, [range]))];
  for (const { end, edgeSums } of ends) {
    if (!sumNames.some((name) => sums.has(name) && name in edgeSums)) continue;
    const edges = by.dimensions.flatMap((dimension) => edgeOf(dimension, end) ?? attributesOf(dimension));
    const edgeSessions = sessions(subset, 'started', [range], { attributes: edges, figures: outcomesOf(sums) });
    const texts = by.dimensions.map((dimension) => {
      const edge = edgeOf(dimension, end);
      return edge ? `toString(first_${edge})` : textOfSession(dimension);
    });
    selects.push(grouped(request, texts, edgeSums, `(${edgeSessions})`, isIn('started_at', range)));
  }
  return selects;
}

/** The sums of sessions on the page on which they begin, and on which they end. */
const ends: readonly { end: 'entry' | 'exit'; edgeSums: SumsAsSql }[] = [
  { end: 'entry', edgeSums: { entries: 'count()', bounces: 'sum(is_bounced)', durationMs: 'sum(duration_ms)' } },
  { end: 'exit', edgeSums: { exits: 'count()' } },
];

/** The attribute for the page on which a session begins or ends. */
function edgeOf(dimension: ByDimension, end: 'entry' | 'exit'): SelectedAttribute | undefined {
  if (dimension.kind !== 'page') return undefined;
  return dimension.name === 'path' ? `${end}_page` : `${end}_host`;
}

function attributesOf(dimension: ByDimension): readonly SelectedAttribute[] {
  if (dimension.kind !== 'session') return [];
  return dimension.name === 'assistant' ? attributesOfValue(assistant) : [dimension.name];
}

function textOfSession(dimension: ByDimension): string {
  if (dimension.kind !== 'session') throw new Error(`${dimension.name} is not of a session`);
  return dimension.name === 'assistant' ? textsOfValue(assistant, attributeText)[0] : attributeText(dimension.name);
}

function textOfEvent(dimension: ByDimension, { goals }: RowsRequest, bind: Bind): string {
  if (dimension.kind === 'session') return textOfSession(dimension);
  if (dimension.name === 'prop') return propText(dimension.prop, bind);
  if (dimension.name !== 'goal') return eventText(dimension.name);
  const reached = goals.map((goal) => `if(${reachesGoal(goal, bind)}, ${bind(goal.goalId)}, '')`);
  return `arrayJoin([${["''", ...reached].join(', ')}])`;
}
