/** The events that the tests show in the dashboard: thirty days of a small site, and texts from an attacker. */
import { daysOf } from './state/range.ts';

const dayMs = 86_400_000;
const days = 30;
/** Recent enough to be live. */
const minutesAgoLive = 3;
/** Earlier than the time of day at which an earlier range is cut, which may be five minutes ago. */
const minutesAgoCompared = 8;
export const manySources = 60;
const pages = ['/', '/pricing', '/docs', '/docs/start', '/blog/a-rather-long-title-of-a-post-that-does-not-fit-a-row'];
const referrers = ['', 'https://www.google.com/', 'https://chatgpt.com/', 'https://news.ycombinator.com/item?id=1'];
const addresses = ['203.0.113.7', '8.8.8.8', '81.2.69.142', '1.1.1.1'];
const userAgents = [
  'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
];

/** Returns all events, whose times are relative to `nowMs`. */
export function eventsAt(nowMs: number): object[] {
  const makers = [ordinaryEvents, hostileEvents, eventsOfLastYear, eventsOfManySources, eventsOfCampaigns];
  return makers.flatMap((make) => make(nowMs));
}

/** Returns one to four visits a day, of two to four pages each, the same every time. */
function ordinaryEvents(nowMs: number): object[] {
  return Array.from({ length: days }, (_, day) => day).flatMap((day) =>
    Array.from({ length: 1 + ((day * 7) % 4) }, (_, visit) => visit).flatMap((visit) => {
      const number = day * 4 + visit;
      const minutesAgo = visit * 67 + (day === 0 ? minutesAgoLive : minutesAgoCompared);
      const startMs = nowMs - day * dayMs - minutesAgo * 60_000;
      const common = {
        visitorId: `visitor-${number % 40}`,
        sessionId: `session-${number}`,
        userAgent: of(userAgents, number),
        ip: of(addresses, number),
      };
      const views = Array.from({ length: 2 + (number % 3) }, (_, view) => [
        {
          ...common,
          type: '$pageview',
          url: `https://site.test${of(pages, number + view)}${number % 5 === 0 ? '?utm_source=letter&utm_medium=email&utm_campaign=autumn' : ''}`,
          title: `Page ${view}`,
          referrer: of(referrers, number),
          timestamp: startMs + view * 20_000,
        },
        {
          ...common,
          type: '$pageleave',
          url: `https://site.test${of(pages, number + view)}`,
          engagedSeconds: 5 + (number % 30),
          scrollDepth: 20 + (number % 60),
          timestamp: startMs + view * 20_000 + 15_000,
        },
      ]).flat();
      const click = {
        ...common,
        type: '$dead_click',
        url: `https://site.test${of(pages, number)}`,
        timestamp: startMs + 9_000,
      };
      const signup = { ...common, type: 'signup', timestamp: startMs + 70_000 };
      return [...views, ...(number % 6 === 0 ? [click] : []), ...(number % 9 === 0 ? [signup] : [])];
    }),
  );
}

/** Returns visits on the days of the last week a year earlier, of one page each. */
function eventsOfLastYear(nowMs: number): object[] {
  const date = new Date(nowMs);
  const yearAgoMs = date.setUTCFullYear(date.getUTCFullYear() - 1);
  return Array.from({ length: 7 }, (_, day) =>
    oneVisit(`last-year-${day}`, yearAgoMs - day * dayMs - 600_000, '/pricing'),
  );
}

/** Returns a visit from each of more sources than fit on a page of rows. */
function eventsOfManySources(nowMs: number): object[] {
  return Array.from({ length: manySources }, (_, index) =>
    oneVisit(`source-${index}`, nowMs - 2 * dayMs - index * 1000, '/', `https://letter-${index}.test/`),
  );
}

/** Returns visitors from Germany in the last month and in the one before it, some of whom sign up: most of them in the spring campaign. */
function eventsOfCampaigns(nowMs: number): object[] {
  const lastMonthMs = Date.parse(daysOf('lastmonth', nowMs).first);
  const dayOf = (index: number) => lastMonthMs + (5 + index - (index % 3 === 2 ? 25 : 0)) * dayMs;
  return Array.from({ length: 18 }, (_, index) => {
    const [campaign, plan] = index % 4 === 1 ? ['autumn', 'free'] : ['spring', 'pro'];
    const by = {
      visitorId: `german-${index}`,
      sessionId: `german-${index}`,
      userAgent: of(userAgents, index),
      ip: '194.76.216.232',
    };
    const view = {
      ...by,
      type: '$pageview',
      url: `https://site.test/pricing?utm_campaign=${campaign}`,
      timestamp: dayOf(index),
    };
    const signup = { ...by, type: 'signup', props: { plan }, timestamp: dayOf(index) + 30_000 };
    return index % 5 === 0 ? [view] : [view, signup];
  }).flat();
}

function oneVisit(name: string, timestamp: number, path: string, referrer = ''): object {
  const by = { visitorId: name, sessionId: name, userAgent: of(userAgents, 0), ip: of(addresses, 0) };
  return { ...by, type: '$pageview', url: `https://site.test${path}`, referrer, timestamp };
}

/** Markup, right-to-left marks, formulas and very long texts, for every stored text. */
export const hostileTexts = [
  '<img src=x onerror=globalThis.hit=1>',
  '"><script>globalThis.hit=1</script>',
  '=HYPERLINK("https://evil.test")',
  'left \u202eright\u202c again',
];

function hostileEvents(nowMs: number): object[] {
  return hostileTexts.flatMap((text, index) => {
    const by = { visitorId: `hostile-${index}`, sessionId: `hostile-${index}`, timestamp: nowMs - 3_600_000 };
    const encoded = encodeURIComponent(text);
    return [
      { ...by, type: `own ${text.replaceAll(/[\u202c\u202e]/g, '')}` },
      {
        ...by,
        type: '$pageview',
        url: `https://site.test/${encoded}/${'long'.repeat(400)}?utm_source=${encoded}&utm_campaign=${encoded}`,
        title: text,
        userAgent: of(userAgents, 0),
        ip: of(addresses, 0),
      },
    ];
  });
}

function of<Value>(values: readonly Value[], index: number): Value | undefined {
  return values[index % values.length];
}
