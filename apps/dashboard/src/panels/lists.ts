/** Every panel with its lists, and the question behind each list: one table. */
import type { Answer } from '@footfall/client';
import { words } from '../words/words.ts';
import { type Column, columnOf } from './figure.ts';
import { breakdownList, type Dimensions, type List, wholeBreakdownList, wholeList } from './list.ts';
import type { Row } from './row.ts';

export interface Panel {
  id: keyof typeof words.panels;
  lists: readonly List[];
}

const { lists, panels: panelTitles } = words;

/** The campaigns that the API lists at most. */
const campaignsMax = 1_000;

const ofSessions = [columnOf('visitors', 'attribute'), columnOf('sessions', 'attribute')];
const ofPages = [
  columnOf('visitors', 'pageVisitors'),
  columnOf('avgTime', 'avgTime'),
  columnOf('avgScroll', 'lowScroll'),
  columnOf('pageviews', 'pageViews'),
];
const ofTypes = [columnOf('events', 'eventCount'), columnOf('visitors', 'eventUsers')];

/** A list under the title of its tab. */
const titled = (id: List['id']) => ({
  id,
  nameTitle: lists[id],
  names: 'text' as const,
  columns: ofSessions,
});

/** A list of session attributes. */
const attribute = (id: List['id'], by: Dimensions) => ({ ...titled(id), by });

const countries = wholeBreakdownList({ ...attribute('countries', 'country'), names: 'country' });

const campaigns = wholeList({
  ...titled('campaigns'),
  endpoint: 'campaigns',
  params: ({ bounds }) => ({ ...bounds, limit: campaignsMax }),
  rows: (answer) =>
    answer.campaigns.map(({ name, source, medium, ...row }) => ({
      name,
      detail: [source, medium].filter(Boolean).join(' / '),
      figures: [row.visitors, row.sessions],
    })),
});

const types = (id: List['id'], isAutomatic: boolean) =>
  wholeBreakdownList(
    { ...attribute(id, 'type'), nameTitle: panelTitles.events, columns: ofTypes },
    ({ name }) => name.startsWith('$') === isAutomatic,
  );

/** A list of ux-insights. */
const frustration = (
  id: List['id'],
  columns: readonly Column[],
  rows: (answer: Answer<'ux-insights'>) => readonly Row[],
) =>
  wholeList({
    id,
    columns,
    nameTitle: lists.pages,
    names: 'path',
    endpoint: 'ux-insights',
    params: ({ bounds }) => bounds,
    rows,
  });

const clicks = (definition: 'deadClicks' | 'rageClicks') => [
  columnOf('clicks', definition),
  columnOf('sessions', definition),
];

export const panels: readonly Panel[] = [
  {
    id: 'sources',
    lists: [
      breakdownList(attribute('referrers', 'source')),
      breakdownList(attribute('channels', 'channel')),
      campaigns,
      breakdownList(attribute('ads', 'ad_platform')),
      breakdownList(attribute('assistants', 'assistant')),
    ],
  },
  {
    id: 'pages',
    lists: [
      breakdownList({
        ...attribute('pages', 'path'),
        names: 'path',
        columns: ofPages,
        columnsOfPanel: 3,
        isReordered: true,
      }),
    ],
  },
  {
    id: 'places',
    lists: [
      { ...countries, id: 'map', map: true },
      countries,
      breakdownList({ ...attribute('cities', 'city,country'), names: 'city' }),
    ],
  },
  {
    id: 'devices',
    lists: [
      breakdownList(attribute('browsers', 'browser')),
      breakdownList(attribute('systems', 'os')),
      wholeBreakdownList({ ...attribute('devices', 'device'), names: 'device' }),
    ],
  },
  { id: 'events', lists: [types('own', false), types('automatic', true)] },
  {
    id: 'frustration',
    lists: [
      frustration('dead', clicks('deadClicks'), (answer) =>
        answer.dead_clicks_by_page.map((row) => ({
          name: row.doc_path,
          figures: [row.dead_clicks, row.affected_sessions],
        })),
      ),
      frustration('rage', clicks('rageClicks'), (answer) =>
        answer.rage_clicks_by_page.map((row) => ({
          name: row.doc_path,
          figures: [row.rage_clicks, row.affected_sessions],
        })),
      ),
      frustration('scroll', [columnOf('avgScroll', 'lowScroll'), columnOf('samples', 'lowScroll')], (answer) =>
        answer.low_scroll_pages.map((row) => ({ name: row.doc_path, figures: [row.avg_scroll_depth, row.samples] })),
      ),
    ],
  },
];
