/** The titles of pages: for each path, that of its latest pageview in the range that has a title. */
import { z } from 'zod';
import type { Statement } from '../../driver/port.ts';
import { boundBy, type Scope } from '../scope.ts';
import { inHours } from './breakdown-of-rollups.ts';
import { arrivalOrder, isPageview, ofWorkspace } from './events.ts';
import { isMatchingEvent } from './sessions.ts';

export const titleRow = z.object({ path: z.string(), title: z.string() });

export function titles(scope: Scope, paths: readonly string[]): Statement {
  const { source, range } = scope;
  const ofEvents = `
  SELECT path, argMax(events.title, ${arrivalOrder}) AS title
  FROM events
  WHERE ${isMatchingEvent(scope, [range])} AND ${isPageview} AND events.title != '' AND path IN {paths:Array(String)}
  GROUP BY path`;
  const ofRollups = `
  SELECT path, argMax(latest.2, latest.1) AS title
  FROM titles
  WHERE ${ofWorkspace} AND ${inHours(range)} AND path IN {paths:Array(String)}
  GROUP BY path`;
  return { sql: source === 'rollups' ? ofRollups : ofEvents, params: { ...boundBy(scope), paths } };
}
