/** Every panel with its lists, and the question behind each list: one table. */
import { daysSince } from '../state/range.ts';
import { words } from '../words/words.ts';
import { type Column, defineList, type List } from './list.ts';

export interface Panel {
  id: keyof typeof words.panels;
  lists: readonly List[];
}

const { lists, columns } = words;
const visitors: Column = { title: columns.visitors, kind: 'count', definition: 'attribute', isShare: true };
const sessions: Column = { title: columns.sessions, kind: 'count', definition: 'attribute' };
const affected: Column = { title: columns.affected, kind: 'count', definition: 'deadClicks' };

const channels = defineList({
  id: 'channels',
  title: lists.channels,
  nameTitle: columns.channel,
  names: 'text',
  columns: [visitors, sessions],
  endpoint: 'channels',
  rows: ({ data }) => data.map((row) => ({ name: row.channel, figures: [row.visitors, row.sessions] })),
});

const referrers = defineList({
  id: 'referrers',
  title: lists.referrers,
  nameTitle: columns.source,
  names: 'text',
  columns: [visitors, sessions],
  endpoint: 'sources',
  rows: (answer) => answer.referrers.map((row) => ({ name: row.source, figures: [row.visitors, row.sessions] })),
});

const campaigns = defineList({
  id: 'campaigns',
  title: lists.campaigns,
  nameTitle: columns.campaign,
  names: 'text',
  columns: [visitors, sessions],
  endpoint: 'campaigns',
  rows: (answer) =>
    answer.campaigns.map(({ name, source, medium, ...row }) => ({
      name,
      detail: [source, medium].filter(Boolean).join(' / '),
      figures: [row.visitors, row.sessions],
    })),
});

const adPlatforms = defineList({
  id: 'ads',
  title: lists.ads,
  nameTitle: columns.platform,
  names: 'text',
  columns: [visitors],
  endpoint: 'campaigns',
  rows: (answer) => answer.adPlatforms.map((row) => ({ name: row.platform, figures: [row.visitors] })),
});

const pages = defineList({
  id: 'pages',
  title: lists.pages,
  nameTitle: columns.page,
  names: 'path',
  columns: [
    { title: columns.visitors, kind: 'count', definition: 'pageVisitors', isShare: true },
    { title: columns.pageviews, kind: 'count', definition: 'pageViews' },
    { title: columns.avgTime, kind: 'duration', definition: 'avgTime' },
  ],
  endpoint: 'pages',
  // By visitors, as every list of the page; the API's order is that of the pageviews.
  rows: ({ data }) =>
    data
      .map((row) => ({
        name: row.path,
        detail: row.title,
        figures: [row.visitors, row.pageviews, row.avgTime] as const,
      }))
      .toSorted((one, other) => other.figures[0] - one.figures[0]),
});

const map = defineList({
  id: 'map',
  title: lists.map,
  nameTitle: columns.country,
  names: 'country',
  columns: [visitors],
  map: true,
  endpoint: 'geo',
  rows: ({ countries }) => countries.map((row) => ({ name: row.country, figures: [row.visitors] })),
});

const countries: List = { ...map, id: 'countries', title: lists.countries, map: false };

const cities = defineList({
  id: 'cities',
  title: lists.cities,
  nameTitle: columns.city,
  names: 'city',
  columns: [visitors],
  endpoint: 'geo',
  rows: (answer) => answer.cities.map((row) => ({ name: row.city, detail: row.country, figures: [row.visitors] })),
});

const browsers = defineList({
  id: 'browsers',
  title: lists.browsers,
  nameTitle: columns.browser,
  names: 'text',
  columns: [visitors],
  endpoint: 'devices',
  rows: (answer) => answer.browsers.map((row) => ({ name: row.browser, figures: [row.count] })),
});

const systems = defineList({
  id: 'systems',
  title: lists.systems,
  nameTitle: columns.system,
  names: 'text',
  columns: [visitors],
  endpoint: 'devices',
  rows: (answer) => answer.operatingSystems.map((row) => ({ name: row.os, figures: [row.count] })),
});

const devices = defineList({
  id: 'devices',
  title: lists.devices,
  nameTitle: columns.device,
  names: 'device',
  columns: [visitors],
  endpoint: 'devices',
  rows: (answer) => answer.devices.map((row) => ({ name: row.device, figures: [row.count] })),
});

const eventColumns: readonly Column[] = [
  { title: columns.events, kind: 'count', definition: 'eventCount' },
  { title: columns.visitors, kind: 'count', definition: 'eventUsers', isShare: true },
];

const customEvents = defineList({
  id: 'custom',
  title: lists.custom,
  nameTitle: columns.event,
  names: 'text',
  columns: eventColumns,
  endpoint: 'events',
  rows: ({ data }) =>
    data.filter(({ auto }) => !auto).map(({ type, count, users }) => ({ name: type, figures: [count, users] })),
});

const automaticEvents = defineList({
  id: 'automatic',
  title: lists.automatic,
  nameTitle: columns.event,
  names: 'text',
  columns: eventColumns,
  endpoint: 'events',
  rows: ({ data }) =>
    data.filter(({ auto }) => auto).map(({ type, count, users }) => ({ name: type, figures: [count, users] })),
});

const deadClicks = defineList({
  id: 'dead',
  title: lists.dead,
  nameTitle: columns.page,
  names: 'path',
  columns: [{ title: columns.clicks, kind: 'count', definition: 'deadClicks' }, affected],
  endpoint: 'ux-insights',
  params: ({ bounds }) => ({ days: daysSince(bounds) }),
  rows: (answer) =>
    answer.dead_clicks_by_page.map((row) => ({
      name: row.doc_path,
      figures: [row.dead_clicks, row.affected_sessions],
    })),
});

const rageClicks = defineList({
  id: 'rage',
  title: lists.rage,
  nameTitle: columns.page,
  names: 'path',
  columns: [{ title: columns.clicks, kind: 'count', definition: 'rageClicks' }, affected],
  endpoint: 'ux-insights',
  params: ({ bounds }) => ({ days: daysSince(bounds) }),
  rows: (answer) =>
    answer.rage_clicks_by_page.map((row) => ({
      name: row.doc_path,
      figures: [row.rage_clicks, row.affected_sessions],
    })),
});

const lowScroll = defineList({
  id: 'scroll',
  title: lists.scroll,
  nameTitle: columns.page,
  names: 'path',
  columns: [
    { title: columns.scrolled, kind: 'percent', definition: 'lowScroll' },
    { title: columns.views, kind: 'count', definition: 'lowScroll' },
  ],
  endpoint: 'ux-insights',
  params: ({ bounds }) => ({ days: daysSince(bounds) }),
  rows: (answer) =>
    answer.low_scroll_pages.map((row) => ({ name: row.doc_path, figures: [row.avg_scroll_depth, row.samples] })),
});

export const panels: readonly Panel[] = [
  { id: 'sources', lists: [referrers, channels, campaigns, adPlatforms] },
  { id: 'pages', lists: [pages] },
  { id: 'places', lists: [map, countries, cities] },
  { id: 'devices', lists: [browsers, systems, devices] },
  { id: 'events', lists: [customEvents, automaticEvents] },
  { id: 'frustration', lists: [deadClicks, rageClicks, lowScroll] },
];
