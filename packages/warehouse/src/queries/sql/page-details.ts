/** What pages have besides their breakdown: the title, and the time that visitors were engaged. */
import { z } from 'zod';
import type { Statement } from '../../driver/port.ts';
import { bindScope, type Scope } from '../scope.ts';
import type { Source } from '../source.ts';
import { arrivalOrder, inRange, isPageview, isTimed } from './events.ts';
import { integer } from './read-rows.ts';
import { breakdownOfRollups, inHours } from './rollups.ts';

export const pageDetailsRow = z.object({
  path: z.string(),
  /** Of the latest pageview. */
  title: z.string(),
  /** Summed over page views. */
  engagedMs: integer,
  /** How many page views it is the sum of. */
  left: integer,
});
export type PageDetails = z.output<typeof pageDetailsRow>;

const sql: Readonly<Record<Source, string>> = {
  events: `
  SELECT path, argMaxIf(title, ${arrivalOrder}, ${isPageview}) AS title,
    sumIf(engaged_ms, ${isTimed}) AS engagedMs, countIf(${isTimed} AND NOT continued) AS left
  FROM events
  WHERE ${inRange} AND type IN ('$pageview', '$pageleave') AND path IN {paths:Array(String)}
  GROUP BY path`,
  rollups: `
  SELECT path, max(shown) AS title, sum(engaged) AS engagedMs, sum(views) AS left
  FROM (
    SELECT path, max(latest).2 AS shown, 0 AS engaged, 0 AS views
    FROM titles
    WHERE ${inHours} AND path IN {paths:Array(String)}
    GROUP BY path
    UNION ALL
    SELECT value AS path, '' AS shown, count AS engaged, uniques AS views
    FROM (${breakdownOfRollups(['time'])})
    WHERE value IN {paths:Array(String)}
  )
  GROUP BY path`,
};

/** The details of `paths`. */
export function pageDetails(scope: Scope, paths: readonly string[]): Statement {
  return { sql: sql[scope.source], params: { ...bindScope(scope), paths } };
}
