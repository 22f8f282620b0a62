/** The state of the page as one value, and its form in the URL. */
import { addFilters, type Filter, filtersMax, filterText, parseFilter } from './filter.ts';
import { granularities, type Granularity } from './granularity.ts';
import { comparisons, type Comparison, isRange, type Range } from './range.ts';

export const metrics = ['visitors', 'sessions', 'pageviews', 'viewsPerSession', 'bounceRate', 'avgDuration'] as const;
export type Metric = (typeof metrics)[number];

/** The maximum number of steps that the API accepts. */
export const stepsMax = 8;

export interface View {
  /** `/`, `/live`, `/settings/keys`, … */
  path: string;
  /** The workspace; if absent, the one that was viewed last, otherwise the person's first one. */
  workspaceId: string | undefined;
  range: Range;
  /** The range to compare with; none if undefined. */
  comparison: Comparison | undefined;
  metric: Metric;
  /** The filters of the figures. */
  filters: readonly Filter[];
  /** The filters of the URL that are not applied: those that are not understood, and those over the limit. */
  ignored: readonly string[];
  /** The range of the URL that is not applied; the next change removes it from the URL. */
  ignoredRange: string | undefined;
  /** The ID of the goal whose conversion rate lists show. */
  goal: string | undefined;
  /** The granularity; the default of the range if absent. */
  granularity: Granularity | undefined;
  /** The steps of the funnel, in the API's form. */
  steps: readonly string[];
  /** The open drawer: the ID of the panel whose rows are all shown, `chart`, `funnel`, `retention` or `properties`. */
  open: string | undefined;
  /** The search, the column and the page of an open drawer. They are removed from the URL when it closes. */
  search: string;
  /** The metric that rows are sorted by; the list's own order if absent. */
  sort: string | undefined;
  page: number;
  /** Other parameters of the URL, such as the open tab of each panel: they are kept. */
  rest: Readonly<Record<string, string>>;
}

/** Returns true for the page of a share, the only page for its visitors. */
export function isShare({ path }: View): boolean {
  return path.startsWith('/share/');
}

/** Parses the known parameters. Invalid ones have their default; the page reports an invalid filter or range. */
export function parseView({ pathname, searchParams }: URL): View {
  const {
    site,
    range = '',
    compare,
    metric,
    by,
    all,
    search = '',
    sort,
    page,
    filter: _filters,
    step: _steps,
    goal,
    ...rest
  } = Object.fromEntries(searchParams);
  const texts = [...new Set(searchParams.getAll('filter'))];
  const filters = addFilters(
    [],
    texts.flatMap((text) => parseFilter(text) ?? []),
  ).slice(0, filtersMax);
  const applied = new Set(filters.map(filterText));
  return {
    path: pathname.replace(/(?<=.)\/+$/, ''),
    workspaceId: site,
    range: isRange(range) ? range : '30d',
    comparison: compare === 'none' ? undefined : (oneOf(comparisons, compare) ?? 'previous'),
    metric: oneOf(metrics, metric) ?? 'visitors',
    filters,
    ignored: texts.filter((text) => text && !applied.has(text)),
    ignoredRange: isRange(range) ? undefined : range,
    goal,
    granularity: oneOf(granularities, by),
    steps: searchParams.getAll('step').slice(0, stepsMax),
    open: all,
    search,
    sort,
    page: Math.max(1, Math.trunc(Number(page)) || 1),
    rest,
  };
}

/** The inverse of `parseView`; defaults are omitted. */
export function hrefOf(view: View): string {
  const { range, comparison, metric, open, page } = view;
  const params: [name: string, value: string | false | undefined][] = [
    ['site', view.workspaceId],
    ['range', range !== '30d' && range],
    ['compare', comparison !== 'previous' && (comparison ?? 'none')],
    ['metric', metric !== 'visitors' && metric],
    ['by', view.granularity],
    ['all', open],
    ['search', open && view.search],
    ['sort', open && view.sort],
    ['page', open && page > 1 && String(page)],
    ...[...view.filters.map(filterText), ...view.ignored].map((text): [string, string] => ['filter', text]),
    ['goal', view.goal],
    ...view.steps.map((step): [string, string] => ['step', step]),
    ...Object.entries(view.rest),
  ];
  const given = params.flatMap(([name, value]) => (value ? [[name, value]] : []));
  const text = new URLSearchParams(given).toString().replaceAll('%3A', ':').replaceAll('%2F', '/');
  return text === '' ? view.path : `${view.path}?${text}`;
}

function oneOf<Value extends string>(values: readonly Value[], text: string | undefined): Value | undefined {
  return values.find((value) => value === text);
}
