/** The scripts as they are served: under which names, and what a page needs to pin one. */
import { createHash } from 'node:crypto';
import { scripts } from '@footfall/tracker/scripts';

export interface ServedScript {
  /** Always the latest: `tracker.js`. */
  name: string;
  /** This content and no other, for as long as it is served: `tracker.v1.0123456789ab.js`. */
  pinnedName: string;
  /** The first 12 hex digits of the SHA-256 of the content. */
  hash: string;
  /** The same two without a word that content blockers know: `site.js`, `site.v1.0123456789ab.js`. */
  neutralName: string;
  neutralPinnedName: string;
  /** For the `integrity` attribute: `sha384-…`. */
  integrity: string;
  content: string;
}

const hashChars = 12;

/** The whole tracker first, then its core. */
export const servedScripts: readonly ServedScript[] = Object.entries(scripts).map(([name, content]) => {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, hashChars);
  const pinnedName = name.replace(/\.js$/, `.v1.${hash}.js`);
  return {
    name,
    pinnedName,
    neutralName: neutral(name),
    neutralPinnedName: neutral(pinnedName),
    hash,
    integrity: `sha384-${createHash('sha384').update(content).digest('base64')}`,
    content,
  };
});

function neutral(name: string): string {
  return name.replace('tracker', 'site');
}
