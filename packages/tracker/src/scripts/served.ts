/** The scripts as served: their names, and the data that a page needs to pin one. */
import { createHash } from 'node:crypto';
import { scripts } from '@footfall/tracker/scripts';

export interface ServedScript {
  /** The name of the latest version: `tracker.js`. */
  name: string;
  /** The name of exactly this content, for as long as it is served: `tracker.v1.0123456789ab.js`. */
  pinnedName: string;
  /** The same two without a word that content blockers match: `site.js`, `site.v1.0123456789ab.js`. */
  neutralName: string;
  neutralPinnedName: string;
  /** The value of the `integrity` attribute: `sha384-…`. */
  integrity: string;
  content: string;
}

/** Hex digits of the SHA-256 of the content. */
const hashChars = 12;

/** The full tracker first, then its core. */
export const servedScripts: readonly ServedScript[] = Object.entries(scripts).map(([name, content]) => {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, hashChars);
  const pinnedName = name.replace(/\.js$/, `.v1.${hash}.js`);
  return {
    name,
    pinnedName,
    neutralName: neutral(name),
    neutralPinnedName: neutral(pinnedName),
    integrity: `sha384-${createHash('sha384').update(content).digest('base64')}`,
    content,
  };
});

function neutral(name: string): string {
  return name.replace('tracker', 'site');
}
