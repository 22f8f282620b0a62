/** Campaigns: sessions by utm_campaign, and by the ad platform of their click ID. */
import { z } from 'zod';
import { defineQuery } from '../query.ts';
import { textsOfRow } from '../sql/breakdown.ts';
import { listParams, resolveList } from './list-params.ts';
import { fields } from './result-fields.ts';

export const campaigns = defineQuery({
  name: 'campaigns',
  summary: 'Campaigns with their source and medium, and the ad platforms whose click IDs sessions came with.',
  params: z.object(listParams),
  result: z.strictObject({
    campaigns: z
      .array(
        z
          .strictObject({
            name: z.string().describe('utm_campaign as sent.'),
            source: z.string().describe('utm_source as sent; empty if absent.'),
            medium: z.string().describe('utm_medium as sent; empty if absent.'),
            visitors: fields.visitors,
            sessions: fields.sessions,
          })
          .meta({ id: 'CampaignEntry' }),
      )
      .describe('Campaigns, most visitors first.'),
    adPlatforms: z
      .array(z.strictObject({ platform: fields.adPlatform, visitors: fields.visitors }).meta({ id: 'AdPlatformEntry' }))
      .describe('Ad platforms, most visitors first.'),
  }),
  cacheTtlSeconds: 600,
  resolve: resolveList,
  async run({ limit }, { scope, figures }) {
    const [named, platforms] = await Promise.all([
      figures.list(scope, 'campaign', limit),
      figures.list(scope, 'ad_platform', limit),
    ]);
    return {
      campaigns: named.map((entry) => {
        const [name = '', source = '', medium = ''] = textsOfRow(entry);
        return { name, source, medium, visitors: entry.uniques, sessions: entry.count };
      }),
      adPlatforms: platforms.map(({ value, uniques }) => ({ platform: value, visitors: uniques })),
    };
  },
});
