/** The metrics over a range: overview, time series, pages and events. */
import { changePercent, quotient, sum } from './arithmetic.ts';
import type { Granularity } from './calendar.ts';
import { buckets } from './in-buckets.ts';
import { factsIn, type Happened, isPageview, sessionsIn } from './facts.ts';
import { shown, timeOf } from './figures.ts';
import { distinct, groupBy, ranked } from './group.ts';
import { type Range, rangeBefore } from './range.ts';

export function overview(happened: Happened, range: Range) {
  const current = totals(happened, range);
  const previous = totals(happened, rangeBefore(range));
  const compare = (metric: keyof typeof current) => ({
    current: current[metric],
    previous: previous[metric],
    change: changePercent(current[metric], previous[metric]),
  });
  return {
    ...current,
    topPages: pages(happened, range, 10).data,
    comparison: {
      pageviews: compare('pageviews'),
      uniqueVisitors: compare('uniqueVisitors'),
      sessions: compare('sessions'),
      avgDuration: compare('avgDuration'),
      bounceRate: compare('bounceRate'),
    },
  };
}

function totals(happened: Happened, range: Range) {
  const facts = factsIn(happened, range);
  const sessions = sessionsIn(happened, range);
  return {
    pageviews: facts.filter(isPageview).length,
    uniqueVisitors: distinct(facts, (fact) => fact.visitor),
    sessions: sessions.length,
    avgDuration: quotient(sum(sessions.map((session) => session.durationMs)), sessions.length * 1000),
    bounceRate: quotient(sessions.filter((session) => session.bounced).length * 100, sessions.length),
  };
}

export function visitors(happened: Happened, range: Range, granularity: Granularity, zone: string) {
  const data = buckets(happened, range, granularity, zone).map(({ date, facts, sessions }) => ({
    date,
    visitors: distinct(facts, (fact) => fact.visitor),
    sessions: sessions.length,
  }));
  return { data, granularity };
}

export function pages(happened: Happened, range: Range, limit: number) {
  const facts = factsIn(happened, range);
  const paths = groupBy(facts.filter(isPageview), (fact) => fact.attributes.path);
  const entries = [...paths].map(([path, views]) => ({
    path,
    title: views.findLast(({ event }) => event.title)?.event.title ?? '',
    pageviews: views.length,
    visitors: distinct(views, (view) => view.visitor),
    avgTime: shown(timeOf(facts.filter((fact) => fact.attributes.path === path))),
  }));
  return {
    data: ranked(
      entries,
      (entry) => entry.pageviews,
      (entry) => [entry.path],
    ).slice(0, limit),
  };
}

export function events(happened: Happened, range: Range, limit: number) {
  const facts = factsIn(happened, range);
  const entries = [...groupBy(facts, (fact) => fact.type)].map(([type, own]) => ({
    type,
    count: own.length,
    users: distinct(own, (fact) => fact.visitor),
    auto: type.startsWith('$'),
  }));
  return {
    data: ranked(
      entries,
      (entry) => entry.count,
      (entry) => [entry.type],
    ).slice(0, limit),
  };
}
