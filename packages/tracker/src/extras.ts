/** The features that the core script omits. */
// Modules are bundled in this order, which compresses best.
import { features } from './features/features.ts';
import { identify, keepQueue } from './kept.ts';
import { declaredEvents } from './features/declared-events.ts';

export { declaredEvents, features, identify, keepQueue };

/** Returns the URL of a page whose fragment is its route: `#/users/3` becomes the path `/users/3`. Both queries count, because the campaign is in the first. */
export const routed = (href: string): string => {
  return href.replace(/\/?(\?[^#]*)?#!?\/?([^/!].*)/, '/$2$1').replace(/(\?.*)\?/, '$1&');
};

/** Returns true if `exclude` names the page at `url`. */
export const isExcluded = (url: string, exclude: unknown): boolean => {
  // An attribute without a value yields true, which is not a path.
  const patterns = String(exclude)
    .replace(/\s/g, '')
    .replace(/[^\w*,]/g, '\\$&')
    .replace(/\*/g, '.*')
    .replace(/,/g, '|');
  return RegExp(`^(${patterns})$`).test(new URL(url).pathname);
};
