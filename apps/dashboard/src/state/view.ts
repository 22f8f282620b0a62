/** The state of the page as one value, and its form in the URL. */
import { addFilters, type Filter, filterText, parseFilter } from './filter.ts';
import { granularities, type Granularity } from './granularity.ts';
import { comparisons, type Comparison, isRange, type Range } from './range.ts';

export const metrics = ['visitors', 'sessions', 'pageviews', 'viewsPerSession', 'bounceRate', 'avgDuration'] as const;
export type Metric = (typeof metrics)[number];

/** The drawers other than the panels'. */
export const openable = { chart: 'chart', funnel: 'funnel', retention: 'retention', properties: 'properties' } as const;

/** The most steps that the API accepts. */
export const stepsMax = 8;

export interface View {
  /** `/`, `/live`, `/settings/keys`, … */
  path: string;
  /** The first workspace of the person if absent. */
  workspaceId: string | undefined;
  range: Range;
  comparison: Comparison;
  metric: Metric;
  /** The filters of the figures. */
  filters: readonly Filter[];
  /** The ID of the goal whose conversion rate lists show. */
  goal: string | undefined;
  /** The default of the range if absent. */
  granularity: Granularity | undefined;
  /** The steps of the funnel, as the API reads them. */
  steps: readonly string[];
  /** The panel whose rows are all shown, or one of `openable`. */
  open: string | undefined;
  search: string;
  /** Other parameters of the URL, such as the open tab of each panel: they are kept. */
  rest: Readonly<Record<string, string>>;
}

/** Returns true for the page of a share, whose visitor may see nothing else. */
export function isShare({ path }: View): boolean {
  return path.startsWith('/share/');
}

/** Parses the known parameters; all others have their default. */
export function parseView({ pathname, searchParams }: URL): View {
  const {
    site,
    range = '',
    compare,
    metric,
    by,
    all,
    search = '',
    filter: _filters,
    step: _steps,
    goal,
    ...rest
  } = paramsOf(searchParams);
  const filters = searchParams.getAll('filter').map(parseFilter);
  return {
    path: pathname.replace(/(?<=.)\/+$/, ''),
    workspaceId: site,
    range: isRange(range) ? range : '30d',
    comparison: oneOf(comparisons, compare) ?? 'previous',
    metric: oneOf(metrics, metric) ?? 'visitors',
    filters: addFilters(
      [],
      filters.filter((filter) => filter !== undefined),
    ),
    goal,
    granularity: oneOf(granularities, by),
    steps: searchParams.getAll('step').slice(0, stepsMax),
    open: all,
    search,
    rest,
  };
}

/** The inverse of `parseView`; defaults are omitted. */
export function hrefOf(view: View): string {
  const { range, comparison, metric } = view;
  const params: [name: string, value: string | false | undefined][] = [
    ['site', view.workspaceId],
    ['range', range !== '30d' && range],
    ['compare', comparison !== 'previous' && comparison],
    ['metric', metric !== 'visitors' && metric],
    ['by', view.granularity],
    ['all', view.open],
    ['search', view.search],
    ...view.filters.map((filter): [string, string] => ['filter', filterText(filter)]),
    ['goal', view.goal],
    ...view.steps.map((step): [string, string] => ['step', step]),
    ...Object.entries(view.rest),
  ];
  const given = params.flatMap(([name, value]) => (value ? [[name, value]] : []));
  const text = new URLSearchParams(given).toString().replaceAll('%3A', ':').replaceAll('%2F', '/');
  return text === '' ? view.path : `${view.path}?${text}`;
}

function paramsOf(query: URLSearchParams): Partial<Record<string, string>> & Record<string, string> {
  return Object.fromEntries(query);
}

function oneOf<Value extends string>(values: readonly Value[], text: string | undefined): Value | undefined {
  return values.find((value) => value === text);
}
