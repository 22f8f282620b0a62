/** Events breakdown: how often each type of event happened, and to how many. */
import { z } from 'zod';
import { defineQuery } from '../query.ts';
import { inRange } from '../sql/events.ts';
import { integer } from '../sql/read-rows.ts';
import { occurrences } from '../sql/rollups.ts';
import { listParams, readList, resolveList } from './list-params.ts';
import { count } from './result-fields.ts';

const row = z.object({ type: z.string(), count: integer, users: integer });

const question = {
  row,
  events: `
    SELECT type, count() AS count, uniqExact(visitor_id) AS users
    FROM events
    WHERE ${inRange}
    GROUP BY type
    ORDER BY count DESC, type
    LIMIT {limit:UInt32}`,
  rollups: `
    SELECT value AS type, occurrences AS count, subjects AS users
    FROM (${occurrences('type')})
    ORDER BY count DESC, type
    LIMIT {limit:UInt32}`,
};

export const events = defineQuery({
  name: 'events',
  summary: 'Event types, how often each was sent and by how many visitors.',
  params: z.object(listParams),
  result: z.strictObject({
    data: z.array(z.strictObject({ type: z.string(), count, users: count, auto: z.boolean() })),
  }),
  cacheTtlSeconds: 300,
  resolve: resolveList,
  async run(asked, context) {
    const rows = await readList(question, asked, context);
    return { data: rows.map((entry) => ({ ...entry, auto: entry.type.startsWith('$') })) };
  },
});
