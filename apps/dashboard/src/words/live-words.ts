/** The words of the live page. */
import { typeName } from './names.ts';

export const liveWords = {
  here: (count: number) => `visitor${count === 1 ? '' : 's'} in the last five minutes`,
  byMinute: (most: string) => `Visitors per minute in the last half hour, up to ${most}`,
  halfHour: (what: string) => `${what}, last half hour`,
  recent: 'Latest events',
  empty: 'Nothing in the last half hour',
  /** The text before the path: empty for a pageview, and without a separator if there is no path. */
  event: (type: string, path: string) => (type === '$pageview' ? '' : `${typeName(type)}${path && ' · '}`),
  minuteTitle: 'Minute',
  minute: (ago: string, count: number) => `${ago}: ${count} visitor${count === 1 ? '' : 's'}`,
  now: 'now',
} as const;
