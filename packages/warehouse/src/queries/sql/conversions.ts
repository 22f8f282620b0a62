/** The conversions of each bucket: visitors with an event in it who reached a goal in one of its sessions. */
import type { Goal } from '@footfall/schemas';
import { z } from 'zod';
import type { Statement } from '../../driver/port.ts';
import { boundBy, type Scope } from '../scope.ts';
import type { Buckets } from '../time/time-buckets.ts';
import { binder } from './binder.ts';
import { reachesGoal } from './conditions.ts';
import { isMatchingEvent, isOfConverted } from './sessions.ts';
import { bucketOf } from './slice.ts';

export const conversionsRow = z.object({ bucket: z.int(), conversions: z.int() });

/** Returns the statement that reads them. Buckets without any have no row. */
export function conversions(scope: Scope, buckets: Buckets, goal: Goal): Statement {
  const { bind, params } = binder('goal');
  const ranges = [scope.range];
  return {
    sql: `
  SELECT ${bucketOf('toUnixTimestamp64Milli(timestamp)', buckets, 1)} AS bucket, uniqExact(visitor_id) AS conversions
  FROM events
  WHERE ${isMatchingEvent(scope, ranges)} AND ${isOfConverted(scope, ranges, reachesGoal(goal, bind))}
  GROUP BY bucket`,
    params: { ...boundBy(scope), ...params },
  };
}
