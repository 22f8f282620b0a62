/** Every panel with its lists, and the question behind each list: one table. */
import type { Answer } from '@footfall/client';
import { daysSince } from '../state/range.ts';
import { words } from '../words/words.ts';
import { breakdownList, type Column, defineList, type List, type Row } from './list.ts';

export interface Panel {
  id: keyof typeof words.panels;
  lists: readonly List[];
}

const { columns } = words;
const ofSessions: readonly Column[] = [
  { metric: 'visitors', title: columns.visitors, kind: 'count', definition: 'attribute', isShare: true },
  { metric: 'sessions', title: columns.sessions, kind: 'count', definition: 'attribute' },
];
const ofPages: readonly Column[] = [
  { metric: 'visitors', title: columns.visitors, kind: 'count', definition: 'pageVisitors', isShare: true },
  { metric: 'pageviews', title: columns.pageviews, kind: 'count', definition: 'pageViews' },
  { metric: 'avgTime', title: columns.avgTime, kind: 'duration', definition: 'avgTime' },
];
const ofTypes: readonly Column[] = [
  { metric: 'events', title: columns.events, kind: 'count', definition: 'eventCount' },
  { metric: 'visitors', title: columns.visitors, kind: 'count', definition: 'eventUsers', isShare: true },
];

const countries = breakdownList({
  id: 'countries',
  nameTitle: columns.country,
  names: 'country',
  columns: ofSessions,
  by: 'country',
});

const campaigns = defineList({
  id: 'campaigns',
  nameTitle: columns.campaign,
  names: 'text',
  columns: ofSessions,
  endpoint: 'campaigns',
  rows: (answer) =>
    answer.campaigns.map(({ name, source, medium, ...row }) => ({
      name,
      detail: [source, medium].filter(Boolean).join(' / '),
      figures: [row.visitors, row.sessions],
    })),
});

/** A list of ux-insights, which looks back from now. */
function frustrationList(
  list: Pick<List, 'id' | 'columns'>,
  rows: (answer: Answer<'ux-insights'>) => readonly Row[],
): List {
  return defineList({
    ...list,
    nameTitle: columns.page,
    names: 'path',
    endpoint: 'ux-insights',
    params: ({ bounds }) => ({ days: daysSince(bounds) }),
    rows,
  });
}

const clicks = (definition: 'deadClicks' | 'rageClicks'): readonly Column[] => [
  { metric: 'events', title: columns.clicks, kind: 'count', definition },
  { metric: 'sessions', title: columns.affected, kind: 'count', definition },
];

const deadClicks = frustrationList({ id: 'dead', columns: clicks('deadClicks') }, (answer) =>
  answer.dead_clicks_by_page.map((row) => ({ name: row.doc_path, figures: [row.dead_clicks, row.affected_sessions] })),
);

const rageClicks = frustrationList({ id: 'rage', columns: clicks('rageClicks') }, (answer) =>
  answer.rage_clicks_by_page.map((row) => ({ name: row.doc_path, figures: [row.rage_clicks, row.affected_sessions] })),
);

const lowScroll = frustrationList(
  {
    id: 'scroll',
    columns: [
      { metric: 'scroll', title: columns.scrolled, kind: 'percent', definition: 'lowScroll' },
      { metric: 'views', title: columns.views, kind: 'count', definition: 'lowScroll' },
    ],
  },
  (answer) =>
    answer.low_scroll_pages.map((row) => ({ name: row.doc_path, figures: [row.avg_scroll_depth, row.samples] })),
);

export const panels: readonly Panel[] = [
  {
    id: 'sources',
    lists: [
      breakdownList({ id: 'referrers', nameTitle: columns.source, names: 'text', columns: ofSessions, by: 'source' }),
      breakdownList({ id: 'channels', nameTitle: columns.channel, names: 'text', columns: ofSessions, by: 'channel' }),
      campaigns,
      breakdownList({ id: 'ads', nameTitle: columns.platform, names: 'text', columns: ofSessions, by: 'ad_platform' }),
    ],
  },
  {
    id: 'pages',
    lists: [breakdownList({ id: 'pages', nameTitle: columns.page, names: 'path', columns: ofPages, by: 'path' })],
  },
  {
    id: 'places',
    lists: [
      { ...countries, id: 'map', map: true },
      countries,
      breakdownList({ id: 'cities', nameTitle: columns.city, names: 'city', columns: ofSessions, by: 'city,country' }),
    ],
  },
  {
    id: 'devices',
    lists: [
      breakdownList({ id: 'browsers', nameTitle: columns.browser, names: 'text', columns: ofSessions, by: 'browser' }),
      breakdownList({ id: 'systems', nameTitle: columns.system, names: 'text', columns: ofSessions, by: 'os' }),
      breakdownList({ id: 'devices', nameTitle: columns.device, names: 'device', columns: ofSessions, by: 'device' }),
    ],
  },
  {
    id: 'events',
    lists: [
      breakdownList({
        id: 'own',
        nameTitle: columns.event,
        names: 'text',
        columns: ofTypes,
        by: 'type',
        keeps: ({ name }) => !name.startsWith('$'),
      }),
      breakdownList({
        id: 'automatic',
        nameTitle: columns.event,
        names: 'text',
        columns: ofTypes,
        by: 'type',
        keeps: ({ name }) => name.startsWith('$'),
      }),
    ],
  },
  { id: 'frustration', lists: [deadClicks, rageClicks, lowScroll] },
];
