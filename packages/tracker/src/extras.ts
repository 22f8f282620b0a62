/** What the core script goes without. */
import { declaredEvents } from './declared-events.ts';
import { features } from './features.ts';
import { identify, keepQueue } from './kept.ts';

export { declaredEvents, features, identify, keepQueue };

/** The address of a page whose fragment is its route: `#/users/3` is the path `/users/3`. Both queries count: the campaign stands in the first. */
export const routed = (href: string): string => {
  return href.replace(/\/?(\?[^#]*)?#!?\/?(.+)/, '/$2$1').replace(/(\?.*)\?/, '$1&');
};

/** Whether the page at `url` is one that `exclude` names. */
export const isExcluded = (url: string, exclude: unknown = ''): boolean => {
  // An attribute without a value gives true, which is no path.
  const patterns = String(exclude)
    .replace(/\s/g, '')
    .replace(/[^\w*,]/g, '\\$&')
    .replace(/\*/g, '.*')
    .replace(/,/g, '|');
  return RegExp(`^(${patterns})$`).test(new URL(url).pathname);
};
