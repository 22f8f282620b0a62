/** Every panel with its lists, and the request of each list: one table. */
import type { QueryResult } from '@footfall/client';
import { words } from '../words/words.ts';
import { type Column, columnOf } from './figure.ts';
import type { Dimension } from '../state/filter.ts';
import { breakdownList, defineList, type List } from './list.ts';
import type { Row } from './row.ts';
import { byDimensions } from './row-filter.ts';

export interface Panel {
  id: keyof typeof words.panels;
  lists: readonly List[];
}

const { lists, panels: panelTitles } = words;

const ofSessions = [
  columnOf('visitors', 'attribute'),
  columnOf('sessions', 'attribute'),
  columnOf('bounceRate', 'bounceRate'),
  columnOf('avgDuration', 'avgDuration'),
];
const ofPages = [
  columnOf('visitors', 'pageVisitors'),
  columnOf('avgTime', 'avgTime'),
  columnOf('avgScroll', 'avgScroll'),
  columnOf('pageviews', 'pageViews'),
];
const ofTypes = [columnOf('events', 'eventCount'), columnOf('visitors', 'eventUsers')];

/** A list of the values of a dimension, under the title of its tab. */
const attribute = (id: List['id'], by: Dimension) => ({
  id,
  nameTitle: lists[id],
  names: 'text' as const,
  columns: ofSessions,
  by,
  filtersOf: byDimensions(by),
});

const countries = breakdownList({ ...attribute('countries', 'country'), names: 'country', isWhole: true });

/** The columns of the sessions with an entry or exit page. */
const ofEnds = (title: string) => [
  columnOf('visitors', 'attribute'),
  { ...columnOf('sessions', 'attribute'), title },
  columnOf('bounceRate', 'bounceRate'),
];

const ends = (id: List['id'], by: Dimension, title: string) =>
  breakdownList({ ...attribute(id, by), names: 'path', columns: ofEnds(title), columnsOfPanel: 3 });

/** A list of another campaign parameter. */
const tagged = (id: List['id'], by: Dimension) => breakdownList({ ...attribute(id, by), under: 'campaigns' });

const types = (id: List['id'], isAutomatic: boolean) =>
  breakdownList({
    ...attribute(id, 'type'),
    nameTitle: panelTitles.events,
    names: 'type',
    columns: ofTypes,
    isWhole: true,
    keeps: ({ name }) => name.startsWith('$') === isAutomatic,
  });

const goals = defineList({
  id: 'goals',
  nameTitle: lists.goals,
  names: 'goal',
  columns: [
    columnOf('visitors', 'goalVisitors'),
    columnOf('conversionRate', 'goalRate'),
    columnOf('events', 'goalEvents'),
    columnOf('value', 'goalValue'),
  ],
  columnsOfPanel: 3,
  filtersOf: ({ id = '' }, operator) => [{ dimension: 'goal', operator, value: id }],
  endpoint: 'goals',
  params: ({ bounds, comparison }) => ({ ...bounds, compare: comparison }),
  rows: ({ data }) =>
    data.map(({ goalId, name, visitors, conversionRate, events, value, previous }) => ({
      name,
      id: goalId,
      // The API does not say whether the goal has values.
      figures: [visitors, conversionRate, events, value || undefined],
      previous: previous?.visitors,
    })),
});

/** A list of ux-insights. */
const frustration = (
  id: List['id'],
  columns: readonly Column[],
  rows: (result: QueryResult<'ux-insights'>) => readonly Row[],
) =>
  defineList({
    id,
    columns,
    nameTitle: lists.pages,
    names: 'path',
    filtersOf: byDimensions('path'),
    endpoint: 'ux-insights',
    params: ({ bounds }) => bounds,
    rows,
  });

const clicks = (definition: 'deadClicks' | 'rageClicks') => [
  columnOf('clicks', definition),
  columnOf('sessions', definition),
];

const hosts = breakdownList({
  ...attribute('hosts', 'hostname'),
  columns: [columnOf('visitors', 'pageVisitors'), columnOf('pageviews', 'pageViews')],
  columnsOfPanel: 2,
});

export const panels: readonly Panel[] = [
  {
    id: 'sources',
    lists: [
      breakdownList(attribute('referrers', 'source')),
      breakdownList(attribute('channels', 'channel')),
      breakdownList(attribute('campaigns', 'utm_campaign')),
      tagged('utmSources', 'utm_source'),
      tagged('utmMedia', 'utm_medium'),
      tagged('utmTerms', 'utm_term'),
      tagged('utmContents', 'utm_content'),
      breakdownList(attribute('ads', 'ad_platform')),
      breakdownList({
        ...attribute('assistants', 'source'),
        by: 'assistant',
        filtersOf: byDimensions('source', undefined, [{ dimension: 'channel', operator: 'is', value: 'AI Assistant' }]),
      }),
    ],
  },
  {
    id: 'pages',
    lists: [
      breakdownList({ ...attribute('pages', 'path'), names: 'path', columns: ofPages, columnsOfPanel: 3 }),
      ends('entryPages', 'entry_page', words.figures.entries),
      ends('exitPages', 'exit_page', words.figures.exits),
      hosts,
    ],
  },
  {
    id: 'places',
    lists: [
      { ...countries, id: 'map', map: true },
      countries,
      breakdownList({
        ...attribute('cities', 'city'),
        by: 'city,country',
        names: 'city',
        filtersOf: byDimensions('city', 'country'),
      }),
    ],
  },
  {
    id: 'devices',
    lists: [
      breakdownList({ ...attribute('devices', 'device'), names: 'device', isWhole: true }),
      breakdownList(attribute('browsers', 'browser')),
      breakdownList(attribute('systems', 'os')),
    ],
  },
  { id: 'events', lists: [types('own', false), types('automatic', true), goals] },
  {
    id: 'frustration',
    lists: [
      frustration('dead', clicks('deadClicks'), (result) =>
        result.dead_clicks_by_page.map((row) => ({
          name: row.doc_path,
          figures: [row.dead_clicks, row.affected_sessions],
        })),
      ),
      frustration('rage', clicks('rageClicks'), (result) =>
        result.rage_clicks_by_page.map((row) => ({
          name: row.doc_path,
          figures: [row.rage_clicks, row.affected_sessions],
        })),
      ),
      {
        ...frustration('scroll', [columnOf('avgScroll', 'lowScroll'), columnOf('samples', 'lowScroll')], (result) =>
          result.low_scroll_pages.map((row) => ({
            name: row.doc_path,
            figures: [row.avg_scroll_depth, row.samples],
          })),
        ),
        isInOwnOrder: true,
      },
    ],
  },
];
