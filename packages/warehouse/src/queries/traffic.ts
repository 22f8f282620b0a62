/** Traffic: pageviews, visitors, sessions, their length and bounces. */
import type { BreakdownRow } from './sql/breakdown.ts';

export interface Traffic {
  pageviews: number;
  events: number;
  /** Visitors with at least one event. */
  visitors: number;
  /** Sessions that start in the range or bucket. */
  sessions: number;
  /** Sum over those sessions. */
  durationMs: number;
  /** The sessions of them that bounced. */
  bounces: number;
}

/** Returns the traffic in the rows of one range or bucket, each of a different dimension. */
export function trafficOf(rows: readonly BreakdownRow[]): Traffic {
  const row = (name: string) => rows.find(({ dimension }) => dimension === name);
  const sum = (name: string) => row(name)?.count ?? 0;
  return {
    pageviews: sum('pageview'),
    events: sum('all'),
    visitors: row('all')?.uniques ?? 0,
    sessions: sum('session'),
    durationMs: sum('duration'),
    bounces: sum('bounce'),
  };
}

export const noTraffic = trafficOf([]);
