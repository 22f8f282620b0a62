/** The metrics over a range: overview, time series, pages and events. */
import { changePercent, quotient, sum } from './arithmetic.ts';
import { bucketLength, bucketName, bucketStart, type Granularity } from './calendar.ts';
import { type Fact, isPageview, type Session } from './facts.ts';
import { distinct, groupBy, ranked } from './group.ts';
import { holds, type Range, rangeBefore } from './range.ts';

/** What happened in one workspace. */
export interface Happened {
  facts: readonly Fact[];
  sessions: readonly Session[];
}

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
  const facts = happened.facts.filter((fact) => holds(range, fact.timestampMs));
  const sessions = happened.sessions.filter((session) => holds(range, session.startMs));
  return {
    pageviews: facts.filter(isPageview).length,
    uniqueVisitors: distinct(facts, (fact) => fact.visitor),
    sessions: sessions.length,
    avgDuration: quotient(sum(sessions.map((session) => session.durationMs)), sessions.length * 1000),
    bounceRate: quotient(sessions.filter((session) => session.bounced).length * 100, sessions.length),
  };
}

export function visitors(happened: Happened, range: Range, granularity: Granularity) {
  const data = [];
  const lengthMs = bucketLength(granularity);
  for (let start = bucketStart(range.startMs, granularity); start < range.endMs; start += lengthMs) {
    const bucket = { startMs: Math.max(start, range.startMs), endMs: Math.min(start + lengthMs, range.endMs) };
    const inBucket = totals(happened, bucket);
    data.push({
      date: bucketName(start, granularity),
      visitors: inBucket.uniqueVisitors,
      sessions: inBucket.sessions,
    });
  }
  return { data, granularity };
}

export function pages(happened: Happened, range: Range, limit: number) {
  const facts = happened.facts.filter((fact) => holds(range, fact.timestampMs));
  const leaves = facts.filter((fact) => fact.type === '$pageleave');
  const paths = groupBy(facts.filter(isPageview), (fact) => fact.attributes.path);
  const entries = [...paths].map(([path, views]) => ({
    path,
    title: views.findLast(({ event }) => event.title)?.event.title ?? '',
    pageviews: views.length,
    visitors: distinct(views, (view) => view.visitor),
    avgTime: averageTime(leaves.filter((leave) => leave.attributes.path === path)),
  }));
  return {
    data: ranked(
      entries,
      (entry) => entry.pageviews,
      (entry) => [entry.path],
    ).slice(0, limit),
  };
}

function averageTime(leaves: readonly Fact[]): number {
  const carrying = leaves.filter((leave) => leave.event.engagedSeconds !== undefined);
  const first = carrying.filter((leave) => leave.event.continued !== true);
  const engagedMs = carrying.map((leave) => Math.round((leave.event.engagedSeconds ?? 0) * 1000));
  return quotient(sum(engagedMs), first.length * 1000);
}

export function events(happened: Happened, range: Range, limit: number) {
  const facts = happened.facts.filter((fact) => holds(range, fact.timestampMs));
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
