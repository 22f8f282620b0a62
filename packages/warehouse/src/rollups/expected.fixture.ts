/** What the rollups must hold, counted by hand from rows of events: the plainest way there is. For tests only. */
import type { EventRow } from '../tables/events.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Rows of each rollup by their key, as `table|workspace|…` -> figures. */
export type Figures = Map<string, string>;

const startOf = (row: Pick<EventRow, 'timestamp'>) => Math.floor(row.timestamp / hourMs) * hourMs;
const dayOf = (ms: number) => Math.floor(ms / dayMs) * dayMs;
const inOrder = (a: EventRow, b: EventRow) =>
  a.timestamp - b.timestamp || a.partition - b.partition || a.offset - b.offset;

interface Occurrence {
  workspace: string;
  subject: string;
  dimension: string;
  value: string;
  hour: number;
}

export function expectedRollups(rows: readonly EventRow[]): Figures {
  const sums = new Map<string, number[]>();
  const add = (key: string, ...figures: number[]) => {
    const known = sums.get(key) ?? figures.map(() => 0);
    sums.set(
      key,
      known.map((figure, index) => figure + (figures[index] ?? 0)),
    );
  };
  const occurrences = rows.flatMap(ofEvent);
  for (const session of groupBy(rows, (row) => `${row.workspaceId}|${row.sessionId}`)) {
    const sorted = session.toSorted(inOrder);
    const [first] = sorted;
    const last = sorted.at(-1);
    if (!first || !last) continue;
    const views = session.filter((row) => row.type === '$pageview').length;
    const customs = session.filter((row) => !row.type.startsWith('$')).length;
    const attributes = sorted.find((row) => row.type === '$pageview') ?? first;
    add(
      `traffic|${first.workspaceId}|${startOf(first)}`,
      0,
      1,
      Number(views === 1 && customs === 0),
      last.timestamp - first.timestamp,
      Number(session.some((row) => row.type === '$dead_click')),
      Number(session.some((row) => row.type === '$rage_click')),
    );
    occurrences.push(...ofSession(attributes, startOf(first)));
  }
  for (const { workspace, dimension, value, hour } of occurrences) {
    add(`counts hour|${workspace}|${dimension}|${hour}|${value}`, 1);
    add(`counts day|${workspace}|${dimension}|${dayOf(hour)}|${value}`, 1);
  }
  const subjects = groupBy(occurrences, (one) => [one.workspace, one.subject, one.dimension, one.value].join('|'));
  for (const active of subjects) {
    const [one] = active;
    if (!one) continue;
    const { workspace, dimension, value } = one;
    let previous = 0;
    for (const hour of [...new Set(active.map((occurrence) => occurrence.hour))].toSorted((a, b) => a - b)) {
      add(`returns hour|${workspace}|${dimension}|${hour}|${previous}|${value}`, 1);
      if (dimension === 'all') add(`traffic|${workspace}|${hour}`, 1, 0, 0, 0, 0, 0);
      if (dayOf(hour) > dayOf(previous)) {
        add(`returns day|${workspace}|${dimension}|${dayOf(hour)}|${dayOf(previous)}|${value}`, 1);
        if (previous > 0) add(`returns previous|${workspace}|${dimension}|${previous}|${dayOf(hour)}|${value}`, 1);
      }
      previous = hour;
    }
  }
  const figures: Figures = new Map([...sums].map(([key, values]) => [key, values.join(' ')]));
  for (const page of groupBy(rows, (row) => `${row.workspaceId}|${row.path}|${startOf(row)}`)) addPage(page, figures);
  return figures;
}

function ofEvent(row: EventRow): Occurrence[] {
  const base = { workspace: row.workspaceId, hour: startOf(row), subject: row.visitorId };
  const wrong = { $dead_click: 'dead', $rage_click: 'rage' }[row.type];
  return [
    { ...base, dimension: 'all', value: '' },
    { ...base, dimension: 'type', value: row.type },
    ...(row.type === '$pageview' ? [{ ...base, dimension: 'path', value: row.path }] : []),
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

function addPage(page: readonly EventRow[], figures: Figures): void {
  const [one] = page;
  const latest = page
    .filter((row) => row.type === '$pageview')
    .toSorted(inOrder)
    .at(-1);
  const leaves = page.filter((row) => row.type === '$pageleave');
  const timed = leaves.filter((row) => row.engagedMs !== null);
  const scrolled = leaves.filter((row) => row.scrollDepth !== null);
  if (!one || (!latest && timed.length + scrolled.length === 0)) return;
  const sum = (values: readonly (number | null)[]) => values.reduce<number>((total, value) => total + (value ?? 0), 0);
  const begun = (some: readonly EventRow[]) => some.filter((row) => !row.continued).length;
  figures.set(
    `pages hour|${one.workspaceId}|${one.path}|${startOf(one)}`,
    [
      sum(timed.map((row) => row.engagedMs)),
      begun(timed),
      sum(scrolled.map((row) => row.scrollDepth)),
      begun(scrolled),
      latest?.title ?? '',
    ].join(' '),
  );
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
