/** The tracker's scripts, which any page of any site may load. */
import type { StaticFile } from '@footfall/http';
import { servedScripts } from '@footfall/tracker/served';

const latestCaching = 'public, max-age=3600, stale-while-revalidate=86400';
const pinnedCaching = 'public, max-age=31536000, immutable';

const headers = {
  // Any page may load it, also with `integrity` or under COEP, and measure the time.
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Timing-Allow-Origin': '*',
};

/** Returns each script under its name and under the name that pins its content, and under the neutral form of both. */
export function trackerScripts(): StaticFile[] {
  return servedScripts.flatMap(({ name, pinnedName, neutralName, neutralPinnedName, content }) => {
    const script = { content, type: 'text/javascript; charset=utf-8', headers };
    return [
      ...[name, neutralName].map((path) => ({ ...script, path: `/${path}`, caching: latestCaching })),
      ...[pinnedName, neutralPinnedName].map((path) => ({ ...script, path: `/${path}`, caching: pinnedCaching })),
    ];
  });
}
