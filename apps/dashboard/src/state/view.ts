/** All that the page shows, as one value, and its form in the URL. */
import { granularities, type Granularity } from './granularity.ts';
import { comparisons, type Comparison, isRange, type Range } from './range.ts';

export const metrics = ['visitors', 'sessions', 'pageviews', 'viewsPerSession', 'bounceRate', 'avgDuration'] as const;
export type Metric = (typeof metrics)[number];

export interface View {
  /** `/`, `/live`, `/settings/keys`, … */
  path: string;
  /** The first workspace of the person if absent. */
  workspaceId: string | undefined;
  range: Range;
  comparison: Comparison;
  metric: Metric;
  /** What suits the range if absent. */
  granularity: Granularity | undefined;
  /** By panel the tab that is open, if it is not the first. */
  tabs: Readonly<Record<string, string>>;
  /** The panel of which everything is shown. */
  open: string | undefined;
  search: string;
  /** The page is framed by another. */
  isEmbedded: boolean;
  /** The colours that the framing page wants. */
  theme: 'light' | 'dark' | undefined;
}

const defaults: View = {
  path: '/',
  workspaceId: undefined,
  range: '30d',
  comparison: 'previous',
  metric: 'visitors',
  granularity: undefined,
  tabs: {},
  open: undefined,
  search: '',
  isEmbedded: false,
  theme: undefined,
};

const tabPrefix = 'tab-';

/** Reads what it understands; everything else has its default. */
export function parseView(url: URL): View {
  const query = url.searchParams;
  const range = query.get('range') ?? '';
  const tabs = [...query].filter(([name]) => name.startsWith(tabPrefix));
  return {
    path: url.pathname.replace(/(?<=.)\/+$/, ''),
    workspaceId: query.get('site') ?? undefined,
    range: isRange(range) ? range : defaults.range,
    comparison: oneOf(comparisons, query.get('compare')) ?? defaults.comparison,
    metric: oneOf(metrics, query.get('metric')) ?? defaults.metric,
    granularity: oneOf(granularities, query.get('by')),
    tabs: Object.fromEntries(tabs.map(([name, tab]) => [name.slice(tabPrefix.length), tab])),
    open: query.get('all') ?? undefined,
    search: query.get('search') ?? '',
    isEmbedded: query.get('embed') === 'true',
    theme: oneOf(['light', 'dark'], query.get('theme')),
  };
}

/** The inverse of `parseView`; what has its default is left out. */
export function hrefOf(view: View): string {
  const query = new URLSearchParams();
  const set = (name: string, value: string | undefined, ordinary?: string) => {
    if (value !== undefined && value !== ordinary) query.set(name, value);
  };
  set('site', view.workspaceId);
  set('range', view.range, defaults.range);
  set('compare', view.comparison, defaults.comparison);
  set('metric', view.metric, defaults.metric);
  set('by', view.granularity);
  for (const [panel, tab] of Object.entries(view.tabs)) set(`${tabPrefix}${panel}`, tab);
  set('all', view.open);
  set('search', view.search, '');
  set('embed', String(view.isEmbedded), 'false');
  set('theme', view.theme);
  const text = query.toString().replaceAll('%3A', ':').replaceAll('%2F', '/');
  return text === '' ? view.path : `${view.path}?${text}`;
}

function oneOf<Value extends string>(values: readonly Value[], text: string | null): Value | undefined {
  return values.find((value) => value === text);
}
