/** Traffic sources: the sites that sessions came from, and their utm sources. */
import { z } from 'zod';
import { defineQuery } from '../query.ts';
import { textsOfRow } from '../sql/breakdown.ts';
import { listParams, resolveList } from './list-params.ts';
import { fields } from './result-fields.ts';

export const sources = defineQuery({
  name: 'sources',
  summary: 'Sites that sessions came from, and UTM sources with their medium.',
  params: z.object(listParams),
  result: z.strictObject({
    referrers: z
      .array(
        z
          .strictObject({ source: fields.source, visitors: fields.visitors, sessions: fields.sessions })
          .meta({ id: 'ReferrerEntry' }),
      )
      .describe('Referring sites, most visitors first.'),
    utmSources: z
      .array(
        z
          .strictObject({
            source: z.string().describe('utm_source as sent.'),
            medium: z.string().describe('utm_medium as sent; empty if absent.'),
            visitors: fields.visitors,
          })
          .meta({ id: 'UtmSourceEntry' }),
      )
      .describe('UTM sources, most visitors first.'),
  }),
  cacheTtlSeconds: 600,
  resolve: resolveList,
  async run({ limit }, { scope, figures }) {
    const [referrers, utmSources] = await Promise.all([
      figures.list(scope, 'source', limit),
      figures.list(scope, 'utm_source', limit),
    ]);
    return {
      referrers: referrers.map(({ value, uniques, count: sessions }) => ({
        source: value,
        visitors: uniques,
        sessions,
      })),
      utmSources: utmSources.map((entry) => {
        const [source = '', medium = ''] = textsOfRow(entry);
        return { source, medium, visitors: entry.uniques };
      }),
    };
  },
});
