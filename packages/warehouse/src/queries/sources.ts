/** Traffic sources: the sites that sessions came from, and their utm sources. */
import { z } from 'zod';
import { defineQuery } from '../query.ts';
import { integer } from '../sql/read-rows.ts';
import { occurrences } from '../sql/rollups.ts';
import { attribute, sessions, sessionVisitor, visitorsOfSessions } from '../sql/sessions.ts';
import { listParams, readList, resolveList } from './list-params.ts';
import { count } from './result-fields.ts';

const row = z.object({
  list: z.enum(['referrers', 'utmSources']),
  referrer: z.string(),
  source: z.string(),
  medium: z.string(),
  visitors: integer,
  sessions: integer,
});

const question = {
  row,
  events: `
    SELECT if(grouping(first_source) = 0, 'referrers', 'utmSources') AS list,
      first_source AS referrer, first_utm_source AS source, first_utm_medium AS medium,
      ${visitorsOfSessions}, count() AS sessions
    FROM (${sessions([attribute('source'), attribute('utm_source'), attribute('utm_medium'), sessionVisitor])})
    GROUP BY GROUPING SETS ((first_source), (first_utm_source, first_utm_medium))
    HAVING list = 'referrers' OR source != ''
    ORDER BY list, visitors DESC, referrer, source, medium
    LIMIT {limit:UInt32} BY list`,
  rollups: `
    SELECT if(dimension = 'source', 'referrers', 'utmSources') AS list,
      if(dimension = 'source', [value, '', ''], arrayPushFront(JSONExtract(value, 'Array(String)'), '')) AS names,
      names[1] AS referrer, names[2] AS source, names[3] AS medium, subjects AS visitors, occurrences AS sessions
    FROM (${occurrences('source', 'utm_source')})
    ORDER BY list, visitors DESC, referrer, source, medium
    LIMIT {limit:UInt32} BY list`,
};

export const sources = defineQuery({
  name: 'sources',
  summary: 'Sites that sessions came from, and utm sources with their medium.',
  params: z.object(listParams),
  result: z.strictObject({
    referrers: z.array(z.strictObject({ source: z.string(), visitors: count, sessions: count })),
    utmSources: z.array(z.strictObject({ source: z.string(), medium: z.string(), visitors: count })),
  }),
  cacheTtlSeconds: 600,
  resolve: resolveList,
  async run(asked, context) {
    const rows = await readList(question, asked, context);
    return {
      referrers: rows
        .filter((entry) => entry.list === 'referrers')
        .map((entry) => ({ source: entry.referrer, visitors: entry.visitors, sessions: entry.sessions })),
      utmSources: rows
        .filter((entry) => entry.list === 'utmSources')
        .map(({ source, medium, visitors }) => ({ source, medium, visitors })),
    };
  },
});
