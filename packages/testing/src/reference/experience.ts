/** The use of pages, and current visitors: ux-insights and realtime. */
import { quotient, sum } from './arithmetic.ts';
import { minuteMs } from './calendar.ts';
import { type Fact, factsIn, type Happened, isPageview, sessionsIn } from './facts.ts';
import { compareNames, distinct, groupBy, ranked } from './group.ts';
import { holds, type Range } from './range.ts';

const pagesMax = 20;
/** The limit in percent; pages that are read to this depth or further are not low. */
const lowDepthMax = 50;
const samplesMin = 5;
const depthMax = 100;
const minutesDefault = 5;
const recentMax = 50;

export function uxInsights(happened: Happened, range: Range) {
  const facts = factsIn(happened, range);
  const sessions = sessionsIn(happened, range);
  const rate = (type: string) => {
    const affected = sessions.filter((session) => session.counted.some((fact) => fact.type === type));
    return quotient(affected.length * 100, sessions.length);
  };
  const deadClicks = facts.filter((fact) => fact.type === '$dead_click');
  const rageClicks = facts.filter((fact) => fact.type === '$rage_click');
  return {
    totals: {
      dead_clicks: deadClicks.length,
      rage_clicks: rageClicks.length,
      dead_click_rate: rate('$dead_click'),
      rage_click_rate: rate('$rage_click'),
      total_sessions: sessions.length,
    },
    dead_clicks_by_page: clicksByPage(deadClicks, 'dead_clicks'),
    rage_clicks_by_page: clicksByPage(rageClicks, 'rage_clicks'),
    low_scroll_pages: lowScrollPages(facts.filter((fact) => fact.type === '$pageleave')),
  };
}

function clicksByPage(clicks: readonly Fact[], name: string) {
  const pages = [...groupBy(clicks, (click) => click.attributes.path)];
  return ranked(
    pages,
    ([, own]) => own.length,
    ([path]) => [path],
  )
    .slice(0, pagesMax)
    .map(([path, own]) => ({
      doc_path: path,
      [name]: own.length,
      affected_sessions: distinct(own, (click) => click.session),
    }));
}

function lowScrollPages(leaves: readonly Fact[]) {
  const carrying = leaves.filter((leave) => leave.event.scrollDepth !== undefined);
  const entries = [...groupBy(carrying, (leave) => leave.attributes.path)].map(([doc_path, own]) => {
    const samples = own.filter((leave) => leave.event.continued !== true).length;
    const depth = sum(own.map((leave) => Math.round((leave.event.scrollDepth ?? 0) * 100)));
    return { doc_path, depth, avg_scroll_depth: Math.min(depthMax, quotient(depth, samples * 100)), samples };
  });
  return entries
    .filter(({ depth, samples }) => samples >= samplesMin && depth < lowDepthMax * 100 * samples)
    .map(({ depth: _depth, ...entry }) => entry)
    .toSorted((a, b) => a.avg_scroll_depth - b.avg_scroll_depth || compareNames([a.doc_path], [b.doc_path]))
    .slice(0, pagesMax);
}

export function realtime(happened: Happened, nowMs: number, minutes: number | undefined) {
  const range: Range = { startMs: nowMs - (minutes ?? minutesDefault) * minuteMs, endMs: nowMs };
  const facts = factsIn(happened, range);
  const latest = [...groupBy(facts, (fact) => fact.visitor).values()].map((own) => (own.at(-1) ?? own[0]).attributes);
  const mobile = latest.filter(({ device }) => device === 'mobile' || device === 'tablet').length;
  return {
    activeVisitors: latest.length,
    // A visitor whose latest event has no URL is on no page.
    activePages: tally(latest.map(({ path }) => path).filter((path) => path !== ''))
      .slice(0, pagesMax)
      .map(([path, visitors]) => ({ path, visitors })),
    countries: tally(latest.map(({ country }) => country)).map(([country]) => country),
    devices: { desktop: latest.length - mobile, mobile },
    ...(minutes === undefined ? {} : { byMinute: byMinute(facts, nowMs, minutes), recent: recent(facts, nowMs) }),
  };
}

/** The last minute first. */
function byMinute(facts: readonly Fact[], nowMs: number, minutes: number) {
  return Array.from({ length: minutes }, (_, ago) => {
    const endMs = nowMs - ago * minuteMs;
    const own = facts.filter((fact) => holds({ startMs: endMs - minuteMs, endMs }, fact.timestampMs));
    return {
      minutesAgo: ago,
      visitors: distinct(own, (fact) => fact.visitor),
      pageviews: own.filter(isPageview).length,
    };
  });
}

function recent(facts: readonly Fact[], nowMs: number) {
  return facts
    .toReversed()
    .slice(0, recentMax)
    .map(({ type, timestampMs, attributes: { path, country, device } }) => {
      const secondsAgo = Math.floor((nowMs - timestampMs) / 1000);
      return { type, path, country, device, secondsAgo };
    });
}

function tally(names: readonly string[]): [name: string, count: number][] {
  const counts = [...groupBy(names, (name) => name)].map(([name, own]): [string, number] => [name, own.length]);
  return ranked(
    counts,
    ([, count]) => count,
    ([name]) => [name],
  );
}
