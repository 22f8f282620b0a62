/** The expected contents of the rollups, counted from rows of events in the simplest way. For tests only. */
import type { EventRow } from '../schema/events-table.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** The last-seen hour of a subject that was not seen before. */
const never = 0;

/** The rows of each rollup: figures by key, `table|workspace|…`. */
export type Figures = Map<string, string>;

const startOf = (row: Pick<EventRow, 'timestamp'>) => Math.floor(row.timestamp / hourMs) * hourMs;
const dayOf = (ms: number) => Math.floor(ms / dayMs) * dayMs;
const inOrder = (a: EventRow, b: EventRow) =>
  a.timestamp - b.timestamp || a.receivedAt - b.receivedAt || a.requestIndex - b.requestIndex;

interface Occurrence {
  workspace: string;
  subject: string;
  dimension: string;
  value: string;
  hour: number;
}

type Add = (key: string, ...figures: number[]) => void;

export function expectedRollups(rows: readonly EventRow[]): Figures {
  const sums = new Map<string, number[]>();
  const add: Add = (key, ...figures) => {
    const known = sums.get(key) ?? figures.map(() => 0);
    sums.set(
      key,
      known.map((figure, index) => figure + (figures[index] ?? 0)),
    );
  };
  const occurrences = rows.flatMap(ofEvent);
  const visits: [string, string][] = [];
  for (const session of groupBy(rows, (row) => `${row.workspaceId}|${row.sessionId}`)) {
    occurrences.push(...addSession(session, add));
    visits.push(...visitOf(session));
  }
  for (const one of occurrences) addOccurrence(one, add);
  for (const row of rows) addSums(row, add);
  const subjects = groupBy(occurrences, (one) => [one.workspace, one.subject, one.dimension, one.value].join('|'));
  for (const active of subjects) addSubject(active, add);
  const figures: Figures = new Map([...[...sums].map(([key, values]) => [key, values.join(' ')] as const), ...visits]);
  for (const page of groupBy(rows, (row) => `${row.workspaceId}|${row.path}|${startOf(row)}`)) addTitle(page, figures);
  return figures;
}

function addSession(session: readonly EventRow[], add: Add): Occurrence[] {
  const sorted = session.toSorted(inOrder);
  const [first] = sorted;
  const last = sorted.at(-1);
  if (!first || !last) return [];
  const views = session.filter((row) => row.type === '$pageview').length;
  const customs = session.filter((row) => !row.type.startsWith('$')).length;
  const sums = {
    session: 1,
    duration: last.timestamp - first.timestamp,
    bounce: Number(views === 1 && customs === 0),
    dead_session: Number(session.some((row) => row.type === '$dead_click')),
    rage_session: Number(session.some((row) => row.type === '$rage_click')),
  };
  for (const [dimension, sum] of Object.entries(sums)) {
    addOccurrence({ workspace: first.workspaceId, dimension, value: '', hour: startOf(first) }, add, [sum, 0]);
  }
  return ofSession(sorted.find((row) => row.type === '$pageview') ?? first, startOf(first));
}

/** Adds the session as exactly one row. */
function visitOf(session: readonly EventRow[]): [key: string, figures: string][] {
  const sorted = session.toSorted(inOrder);
  const views = sorted.filter(({ type }) => type === '$pageview');
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (!first || !last) return [];
  const of = views[0] ?? first;
  const count = (isCounted: (row: EventRow) => boolean) => session.filter(isCounted).length;
  const day = new Date(first.timestamp).toISOString().slice(0, 10);
  const figures = [
    [first.timestamp, last.timestamp],
    [views.length, count(({ type }) => !type.startsWith('$')), session.length],
    [count(({ type }) => type === '$dead_click'), count(({ type }) => type === '$rage_click')],
    [of.visitorId.toUpperCase(), of.source, of.utmSource, of.utmMedium, of.utmCampaign, of.channel, of.adPlatform],
    [of.browser, of.os, of.device, of.country, of.city, of.utmTerm, of.utmContent],
    [views[0]?.path ?? '', views[0]?.hostname ?? '', views.at(-1)?.path ?? '', views.at(-1)?.hostname ?? ''],
    /** Its sign. */
    [1],
  ].flat();
  return [[`visits|${first.workspaceId}|${day}|${first.sessionId.toUpperCase()}`, JSON.stringify([figures])]];
}

function addOccurrence(
  { workspace, dimension, hour, value }: Omit<Occurrence, 'subject'>,
  add: Add,
  figures: [number, number] = [1, 0],
) {
  add(`breakdown|${workspace}|${dimension}|hour|${hour}|${never}|${value}`, ...figures);
  add(`breakdown|${workspace}|${dimension}|day|${dayOf(hour)}|${never}|${value}`, ...figures);
}

/** Adds the figures that are sums, without those of distinct subjects. */
function addSums(row: EventRow, add: Add): void {
  const at = { workspace: row.workspaceId, hour: startOf(row) };
  const views = row.continued ? 0 : 1;
  if (row.type === '$pageview') addOccurrence({ ...at, dimension: 'pageview', value: '' }, add, [1, 0]);
  if (row.type !== '$pageleave') return;
  const { scrollDepth, engagedMs, path } = row;
  if (scrollDepth !== null) addOccurrence({ ...at, dimension: 'scroll', value: path }, add, [scrollDepth, views]);
  if (engagedMs !== null) addOccurrence({ ...at, dimension: 'time', value: path }, add, [engagedMs, views]);
}

/** The hours in which a subject was active with a value. */
function addSubject(active: readonly Occurrence[], add: Add): void {
  const [one] = active;
  if (!one) return;
  const { workspace, dimension, value } = one;
  const count = (grain: string, time: number, previous: number) => {
    add(`breakdown|${workspace}|${dimension}|${grain}|${time}|${previous}|${value}`, 0, 1);
  };
  let previous = never;
  for (const hour of [...new Set(active.map((occurrence) => occurrence.hour))].toSorted((a, b) => a - b)) {
    count('hour', hour, previous);
    if (previous === never) count('day', dayOf(hour), never);
    else if (dayOf(hour) > dayOf(previous)) {
      count('day', dayOf(hour), dayOf(previous) + 23 * hourMs);
      count('reverse', previous, dayOf(hour));
    }
    previous = hour;
  }
}

function ofEvent(row: EventRow): Occurrence[] {
  const base = { workspace: row.workspaceId, hour: startOf(row), subject: row.visitorId };
  const wrong = { $dead_click: 'dead', $rage_click: 'rage' }[row.type];
  return [
    { ...base, dimension: 'all', value: '' },
    { ...base, dimension: 'type', value: row.type },
    ...(row.type === '$pageview' ? [{ ...base, dimension: 'path', value: row.path }] : []),
    ...(row.path === '' ? [] : [{ ...base, dimension: 'place', value: row.path }]),
    ...(wrong === undefined ? [] : [{ ...base, subject: row.sessionId, dimension: wrong, value: row.path }]),
  ];
}

function ofSession(row: EventRow, hour: number): Occurrence[] {
  const json = (...parts: [string, ...string[]]) => (parts[0] === '' ? '' : JSON.stringify(parts));
  const values: [string, string, boolean][] = [
    ['source', row.source, true],
    ['utm_source', json(row.utmSource, row.utmMedium), false],
    ['campaign', json(row.utmCampaign, row.utmSource, row.utmMedium), false],
    ['ad_platform', row.adPlatform, false],
    ['assistant', row.channel === 'AI Assistant' ? row.source : '', false],
    ['channel', row.channel, true],
    ['browser', row.browser, true],
    ['os', row.os, true],
    ['device', row.device, true],
    ['country', row.country, true],
    ['city', json(row.city, row.country), false],
  ];
  return values
    .filter(([, value, keepsEmpty]) => keepsEmpty || value !== '')
    .map(([dimension, value]) => ({ workspace: row.workspaceId, subject: row.visitorId, dimension, value, hour }));
}

function addTitle(page: readonly EventRow[], figures: Figures): void {
  const latest = page
    .filter((row) => row.type === '$pageview' && row.title !== '')
    .toSorted(inOrder)
    .at(-1);
  if (latest) figures.set(`titles|${latest.workspaceId}|${latest.path}|${startOf(latest)}`, latest.title);
}

function groupBy<Value>(values: readonly Value[], keyOf: (value: Value) => string): Value[][] {
  const groups = new Map<string, Value[]>();
  for (const value of values) {
    const known = groups.get(keyOf(value));
    if (known) known.push(value);
    else groups.set(keyOf(value), [value]);
  }
  return [...groups.values()];
}
