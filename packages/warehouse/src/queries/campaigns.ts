/** Campaigns: what utm_campaign and click ids brought sessions. */
import { z } from 'zod';
import { defineQuery } from '../query.ts';
import { integer } from '../sql/read-rows.ts';
import { occurrences } from '../sql/rollups.ts';
import { attribute, sessions, sessionVisitor, visitorsOfSessions } from '../sql/sessions.ts';
import { listParams, readList, resolveList } from './list-params.ts';
import { count } from './result-fields.ts';

const row = z.object({
  list: z.enum(['campaigns', 'adPlatforms']),
  name: z.string(),
  source: z.string(),
  medium: z.string(),
  platform: z.string(),
  visitors: integer,
  sessions: integer,
});

const columns = ['utm_campaign', 'utm_source', 'utm_medium', 'ad_platform'].map(attribute);

const question = {
  row,
  events: `
    SELECT if(grouping(first_ad_platform) = 0, 'adPlatforms', 'campaigns') AS list,
      first_utm_campaign AS name, first_utm_source AS source, first_utm_medium AS medium,
      first_ad_platform AS platform, ${visitorsOfSessions}, count() AS sessions
    FROM (${sessions([...columns, sessionVisitor])})
    GROUP BY GROUPING SETS ((first_utm_campaign, first_utm_source, first_utm_medium), (first_ad_platform))
    HAVING name != '' OR platform != ''
    ORDER BY list, visitors DESC, name, source, medium, platform
    LIMIT {limit:UInt32} BY list`,
  rollups: `
    SELECT if(dimension = 'ad_platform', 'adPlatforms', 'campaigns') AS list,
      if(dimension = 'ad_platform', ['', '', '', value], JSONExtract(value, 'Array(String)')) AS names,
      names[1] AS name, names[2] AS source, names[3] AS medium, names[4] AS platform,
      subjects AS visitors, occurrences AS sessions
    FROM (${occurrences('campaign', 'ad_platform')})
    ORDER BY list, visitors DESC, name, source, medium, platform
    LIMIT {limit:UInt32} BY list`,
};

export const campaigns = defineQuery({
  name: 'campaigns',
  summary: 'Campaigns with their source and medium, and the ad platforms whose click ids sessions came with.',
  params: z.object(listParams),
  result: z.strictObject({
    campaigns: z.array(
      z.strictObject({ name: z.string(), source: z.string(), medium: z.string(), visitors: count, sessions: count }),
    ),
    adPlatforms: z.array(z.strictObject({ platform: z.string(), visitors: count })),
  }),
  cacheTtlSeconds: 600,
  resolve: resolveList,
  async run(asked, context) {
    const rows = await readList(question, asked, context);
    return {
      campaigns: rows
        .filter((entry) => entry.list === 'campaigns')
        .map(({ name, source, medium, visitors, sessions: n }) => ({ name, source, medium, visitors, sessions: n })),
      adPlatforms: rows
        .filter((entry) => entry.list === 'adPlatforms')
        .map(({ platform, visitors }) => ({ platform, visitors })),
    };
  },
});
