/** Channels: the marketing channels that sessions came through. */
import { z } from 'zod';
import { defineQuery } from '../query.ts';
import { integer } from '../sql/read-rows.ts';
import { occurrences } from '../sql/rollups.ts';
import { percentage } from '../sql/rounding.ts';
import { attribute, sessions, sessionVisitor, visitorsOfSessions } from '../sql/sessions.ts';
import { listParams, readList, resolveList } from './list-params.ts';
import { count, percent } from './result-fields.ts';

const row = z.object({ channel: z.string(), visitors: integer, sessions: integer, allSessions: integer });

const question = {
  row,
  events: `
    SELECT first_channel AS channel, ${visitorsOfSessions}, count() AS sessions, sum(count()) OVER () AS allSessions
    FROM (${sessions([attribute('channel'), sessionVisitor])})
    GROUP BY first_channel
    ORDER BY visitors DESC, channel
    LIMIT {limit:UInt32}`,
  rollups: `
    SELECT value AS channel, subjects AS visitors, occurrences AS sessions, sum(occurrences) OVER () AS allSessions
    FROM (${occurrences('channel')})
    ORDER BY visitors DESC, channel
    LIMIT {limit:UInt32}`,
};

export const channels = defineQuery({
  name: 'channels',
  summary: 'Marketing channels, their visitors, sessions and share of all sessions.',
  params: z.object(listParams),
  result: z.strictObject({
    data: z.array(z.strictObject({ channel: z.string(), visitors: count, sessions: count, percentage: percent })),
  }),
  cacheTtlSeconds: 600,
  resolve: resolveList,
  async run(asked, context) {
    const rows = await readList(question, asked, context);
    return {
      data: rows.map(({ allSessions, ...entry }) => ({
        ...entry,
        percentage: percentage(entry.sessions, allSessions),
      })),
    };
  },
});
