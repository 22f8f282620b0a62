/** All that the page shows, as one value, and its form in the URL. */
import { addFilters, type Filter, filterText, parseFilter } from './filter.ts';
import { granularities, type Granularity } from './granularity.ts';
import { comparisons, type Comparison, isRange, type Range } from './range.ts';

export const metrics = ['visitors', 'sessions', 'pageviews', 'viewsPerSession', 'bounceRate', 'avgDuration'] as const;
export type Metric = (typeof metrics)[number];

/** What is opened beside panels. */
export const openable = { chart: 'chart', funnel: 'funnel', retention: 'retention', properties: 'properties' } as const;

/** The most that the API takes. */
export const stepsMax = 8;

export interface View {
  /** `/`, `/live`, `/settings/keys`, … */
  path: string;
  /** The first workspace of the person if absent. */
  workspaceId: string | undefined;
  range: Range;
  comparison: Comparison;
  metric: Metric;
  /** What the figures are narrowed to. */
  filters: readonly Filter[];
  /** The ID of the goal that lists show the conversion rate of. */
  goal: string | undefined;
  /** What suits the range if absent. */
  granularity: Granularity | undefined;
  /** The steps of the funnel, as the API reads them. */
  steps: readonly string[];
  /** The panel of which everything is shown, or one of `openable`. */
  open: string | undefined;
  search: string;
  /** What else the address says, such as the open tab of each panel: it stays there. */
  rest: Readonly<Record<string, string>>;
}

/** Reads what it understands; everything else has its default. */
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

/** The inverse of `parseView`; what has its default is left out. */
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
