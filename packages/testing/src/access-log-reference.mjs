/**
 * The expected result of importing a web server's access log, computed from the log without any code of the product.
 * Usage: node access-log-reference.mjs FILE HOST; prints JSON.
 * A pageview is a GET with status 200 or 304 whose path has none of the extensions below; bots are detected by isbot.
 * A visitor is an address and a user agent on one day (UTC), a session ends after more than 30 minutes without a
 * pageview, and one in progress at midnight continues with its visitor. Referrers are named by host, without `www.`.
 */
import { readFileSync } from 'node:fs';
import { isbot } from 'isbot';

const assets = new Set(
  (
    'avif bmp gif ico jpeg jpg png svg tif tiff webp css js map mjs wasm eot otf ttf woff woff2 ' +
    'aac avi flac flv m4a m4v mkv mov mp3 mp4 ogg ogv swf wav webm ' +
    '7z apk bin bz2 deb dmg doc docx epub exe gem gz iso jar msi odt pdf pkg ppt pptx rar rpm tar tgz xls xlsx xz zip ' +
    'atom csv json log rdf rss txt webmanifest xml xsl yaml yml'
  ).split(' '),
);
const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const gapSeconds = 30 * 60;
/** The few sites with many hosts that a list of five may need. */
const sites = [
  ['Google', /(^|\.)google\.[a-z]{2,3}(\.[a-z]{2})?$/],
  ['Stack Overflow', /(^|\.)stackoverflow\.com$/],
  ['Stack Exchange', /(^|\.)stackexchange\.com$/],
  ['Server Fault', /(^|\.)serverfault\.com$/],
  ['Super User', /(^|\.)superuser\.com$/],
  ['Ask Ubuntu', /(^|\.)askubuntu\.com$/],
  ['DuckDuckGo', /(^|\.)duckduckgo\.com$/],
];

const [file, host] = process.argv.slice(2);
if (!file || !host) throw new Error('usage: node access-log-reference.mjs FILE HOST');
const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
const requests = lines.map(readLine).filter(isPage);
const views = requests.filter(({ agent }) => !isbot(agent));
const sessions = sessionsOf(views);

console.log(
  JSON.stringify(
    {
      lines: lines.length,
      pageRequests: requests.length,
      bots: requests.length - views.length,
      pageviews: views.length,
      visitors: new Set(sessions.map(({ visitor }) => visitor)).size,
      sessions: sessions.length,
      bouncedSessions: sessions.filter(({ views: own }) => own.length === 1).length,
      durationSeconds: sessions.reduce((total, { views: own }) => total + own.at(-1).second - own[0].second, 0),
      days: days(),
      topPages: top(views.map(({ path }) => path)),
      topReferrers: topReferrers(),
    },
    undefined,
    2,
  ),
);

function readLine(line) {
  // The quoted fields are the 2nd, 4th and 6th part; in a well-formed page request they contain no escaped quote.
  const [head, request, status, referrer, , agent] = line.split('"');
  const [, day, month, year, hour, minute, second, sign, offsetHours, offsetMinutes] =
    /\[(\d+)\/(\w+)\/(\d+):(\d+):(\d+):(\d+) ([+-])(\d\d)(\d\d)\]/.exec(head);
  const offset = (Number(offsetHours) * 60 + Number(offsetMinutes)) * 60 * (sign === '-' ? -1 : 1);
  const midnight = Date.UTC(Number(year), months.indexOf(month), Number(day)) / 1000;
  const [method, target = ''] = request.split(' ');
  return {
    address: head.split(' ')[0],
    second: midnight + Number(hour) * 3600 + Number(minute) * 60 + Number(second) - offset,
    method,
    path: decoded(resolved(target.split(/[?#]/)[0])).normalize(),
    status: Number(status.trim().split(' ')[0]),
    referrer: referrer ?? '-',
    agent: agent === undefined || agent === '-' ? '' : agent,
  };
}

/** Resolves dot segments, which may be percent-encoded. */
function resolved(path) {
  const [, ...segments] = path.split(/[/\\]/);
  const found = [];
  segments.forEach((segment, index) => {
    const dots = segment.replace(/%2e/gi, '.');
    if (dots === '..') found.pop();
    if (dots !== '.' && dots !== '..') found.push(segment);
    else if (index === segments.length - 1) found.push('');
  });
  return `/${found.join('/')}`;
}

/** Decodes the UTF-8 of a path, except for characters with a meaning in a URL and invisible ones. */
function decoded(path) {
  return path.replace(/(?:%[\da-f]{2})+/gi, (escapes) => {
    try {
      return decodeURIComponent(escapes).replace(/[/?#%\s\p{Cc}]/gu, encodeURIComponent);
    } catch {
      return escapes.toUpperCase();
    }
  });
}

function isPage({ method, status, path }) {
  const name = path.split('/').at(-1);
  const ending = name.includes('.') ? name.split('.').at(-1).toLowerCase() : '';
  return method === 'GET' && (status === 200 || status === 304) && !assets.has(ending);
}

function sessionsOf(pageviews) {
  const people = new Map();
  for (const view of pageviews) {
    const person = `${view.address} ${view.agent}`;
    people.set(person, [...(people.get(person) ?? []), view]);
  }
  return [...people].flatMap(([person, own]) => {
    const cut = [];
    for (const view of own.toSorted((a, b) => a.second - b.second)) {
      const current = cut.at(-1);
      if (current && view.second - current.views.at(-1).second <= gapSeconds) current.views.push(view);
      else cut.push({ visitor: `${person} ${Math.floor(view.second / 86_400)}`, views: [view] });
    }
    return cut;
  });
}

function days() {
  return Object.fromEntries(
    [...new Set(views.map(({ second }) => Math.floor(second / 86_400)))]
      .toSorted((a, b) => a - b)
      .map((day) => {
        const within = ({ second }) => Math.floor(second / 86_400) === day;
        return [
          new Date(day * 86_400_000).toISOString().slice(0, 10),
          {
            pageviews: views.filter(within).length,
            visitors: new Set(sessions.filter(({ views: own }) => own.some(within)).map(({ visitor }) => visitor)).size,
            sessions: sessions.filter(({ views: own }) => within(own[0])).length,
          },
        ];
      }),
  );
}

/** Returns the referrers of sessions' first pageviews, by distinct visitors. The site itself, with or without `www.`, and unusable ones are not referrers. */
function topReferrers() {
  const visitors = new Map();
  for (const { visitor, views: own } of sessions) {
    const name = referrerHost(own[0].referrer);
    visitors.set(name, (visitors.get(name) ?? new Set()).add(visitor));
  }
  return ranked([...visitors].map(([name, set]) => ({ name, count: set.size })));
}

function referrerHost(referrer) {
  const found = /^https?:\/\/(?:[^/@]*@)?([^/:?#]+)/i
    .exec(referrer)?.[1]
    ?.toLowerCase()
    .replace(/^www\./, '');
  if (found === undefined || found === host.replace(/^www\./, '')) return 'Direct';
  return sites.find(([, pattern]) => pattern.test(found))?.[0] ?? found;
}

function top(names) {
  const counts = new Map();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return ranked([...counts].map(([name, count]) => ({ name, count })));
}

function ranked(entries) {
  return entries.toSorted((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1)).slice(0, 5);
}
