/** Every panel with its lists, and the question behind each: one table. */
import { words } from '../words/words.ts';
import { type Column, defineList, type List } from './list.ts';

export interface Panel {
  id: keyof typeof words.panels;
  lists: readonly List[];
}

const { lists, columns } = words;
const visitors: Column = { title: columns.visitors, kind: 'count' };
const sessions: Column = { title: columns.sessions, kind: 'count' };

const sources = defineList({
  id: 'referrers',
  title: lists.referrers,
  nameTitle: columns.source,
  names: 'text',
  columns: [visitors, sessions],
  endpoint: 'sources',
  rows: ({ referrers }) => referrers.map((row) => ({ name: row.source, figures: [row.visitors, row.sessions] })),
});

const channels = defineList({
  id: 'channels',
  title: lists.channels,
  nameTitle: columns.channel,
  names: 'text',
  columns: [visitors, sessions],
  endpoint: 'channels',
  rows: ({ data }) => data.map((row) => ({ name: row.channel, figures: [row.visitors, row.sessions] })),
});

const pages = defineList({
  id: 'pages',
  title: lists.pages,
  nameTitle: columns.page,
  names: 'path',
  columns: [visitors, { title: columns.pageviews, kind: 'count' }, { title: columns.avgTime, kind: 'duration' }],
  endpoint: 'pages',
  rows: ({ data }) =>
    data.map((row) => ({ name: row.path, detail: row.title, figures: [row.visitors, row.pageviews, row.avgTime] })),
});

export const panels: readonly Panel[] = [
  { id: 'sources', lists: [sources, channels] },
  { id: 'pages', lists: [pages] },
];
