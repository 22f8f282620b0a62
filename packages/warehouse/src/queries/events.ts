/** Events breakdown: how often each type of event happened, and to how many. */
import { z } from 'zod';
import { defineQuery } from '../query.ts';
import { bindRange, inRange } from '../sql/events.ts';
import { limitParam, rangeParams } from '../sql/parameters.ts';
import { resolveRange } from '../sql/range.ts';
import { integer, readRows } from '../sql/read-rows.ts';
import { count, listLimitDefault } from './result-fields.ts';

const row = z.object({ type: z.string(), count: integer, users: integer });

const sql = `
  SELECT type, count() AS count, uniqExact(visitor_id) AS users
  FROM events
  WHERE ${inRange}
  GROUP BY type
  ORDER BY count DESC, type
  LIMIT {limit:UInt32}`;

export const events = defineQuery({
  name: 'events',
  summary: 'Event types, how often each was sent and by how many visitors.',
  params: z.object({ ...rangeParams, limit: limitParam(listLimitDefault) }),
  result: z.strictObject({
    data: z.array(z.strictObject({ type: z.string(), count, users: count, auto: z.boolean() })),
  }),
  cacheTtlSeconds: 300,
  async run(params, context) {
    const range = resolveRange(params, context.nowMs);
    const bound = { ...bindRange(context.workspaceId, range), limit: params.limit ?? listLimitDefault };
    const rows = await readRows(context.warehouse, row, { sql, params: bound });
    return { data: rows.map((entry) => ({ ...entry, auto: entry.type.startsWith('$') })) };
  },
});
