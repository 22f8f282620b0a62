/** Every URL in the documentation, against the rules that content blockers have for any host. */
import { readFileSync } from 'node:fs';
import { FiltersEngine, Request } from '@ghostery/adblocker';

type Kind = 'script' | 'image' | 'xmlhttprequest' | 'ping';

const root = new URL('../../../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');
const rules = read('packages/tracker/src/scripts/blocker-rules.fixture.txt');
const engine = FiltersEngine.parse(rules, { loadCosmeticFilters: false });

/** The URL of a measured page. */
const sitesPage = 'https://www.example.com/pricing';

const documents = [
  'README.md',
  'apps/dashboard/src/administration/snippets.json',
  'docs/operating.md',
  'docs/tracker.md',
  'examples/next/app/layout.tsx',
  'examples/next/next.config.ts',
  'examples/react/src/main.tsx',
  'examples/static/index.html',
  'examples/static/pricing.html',
  'packages/tracker/README.md',
  'packages/tracker/src/scripts/first-steps.ts',
];

/** A Footfall URL: of the script, the events or the pixel, wherever a text says that they come from. */
const address =
  /["'`\s(]((?:https?:\/\/|\$\{\w+\}|\/)[^\s"'`)]*?(?:\/(?:tracker|site)[\w.]*\.js|\/api\/v1\/(?:events|[\w.]+\.gif)[^\s"'`)]*))/g;

function isBlocked(url: string, type: Kind): boolean {
  return engine.match(Request.fromRawDetails({ url, type, sourceUrl: sitesPage })).match;
}

/** Returns the requests of a page that uses the URL as shown: for a script, its events as well. */
function requestsOf(shown: string): [url: string, kind: Kind][] {
  const { href } = new URL(shown.replace(/^\$\{\w+\}/, 'https://in.example.com'), sitesPage);
  if (href.includes('.gif')) return [[href, 'image']];
  if (!href.endsWith('.js')) return [[href, 'xmlhttprequest']];
  const events = href.replace(/\/[^/]*$/, '/api/v1/events');
  // A beacon to another site is blocked whatever its path; the documents say so.
  const isOwnSite = new URL(href).hostname.endsWith('example.com');
  return [[href, 'script'], [events, 'xmlhttprequest'], ...(isOwnSite ? [[events, 'ping'] as [string, Kind]] : [])];
}

/** Returns a file as readers see it: the dashboard's snippets are JSON, with a placeholder for the ingest URL. */
const visible = (path: string) =>
  read(path)
    .replaceAll('{url}', 'https://in.example.com')
    .replaceAll(String.raw`\"`, '"');

const shown = documents.flatMap((path) =>
  [...visible(path).matchAll(address)].map(([, url = '']) => [path, url] as const),
);

describe('Content blockers', () => {
  it('A17 are tested with URLs from each kind of document', () => {
    const found = new Set(shown.map(([path]) => path));
    expect([...found]).toEqual(expect.arrayContaining(['README.md', 'docs/tracker.md', 'examples/static/index.html']));
    expect(shown.length).toBeGreaterThan(15);
  });

  it.each(shown)('A17 let pass what %s shows: %s', (_, url) => {
    expect(requestsOf(url).filter(([requested, kind]) => isBlocked(requested, kind))).toEqual([]);
  });

  it.each<[string, Kind]>([
    ['https://www.example.com/stats/tracker.js', 'script'],
    ['https://stats.example.com/tracker.js', 'script'],
    ['https://analytics.example.com/tracker.js', 'script'],
    ['https://stats.example.com/api/v1/events', 'xmlhttprequest'],
    ['https://analytics.example.com/site/api/v1/events', 'ping'],
    ['https://www.example.com/api/v1/pixel.gif?key=pk_live_x', 'image'],
    ['https://in.another.example/api/v1/events', 'ping'],
  ])('A17 block %s (%s), which proves that the rules are applied', (url, kind) => {
    expect(isBlocked(url, kind)).toBe(true);
  });
});
