/** Channels: the marketing channels that sessions came through. */
import { z } from 'zod';
import { defineQuery } from '../query.ts';
import { percentage } from '../rounding.ts';
import { listParams, resolveList } from './list-params.ts';
import { fields, percent } from './result-fields.ts';

export const channels = defineQuery({
  name: 'channels',
  summary: 'Marketing channels, their visitors, sessions and share of all sessions.',
  params: z.object(listParams),
  result: z.strictObject({
    data: z
      .array(
        z
          .strictObject({
            channel: fields.channel,
            visitors: fields.visitors,
            sessions: fields.sessions,
            percentage: percent.describe('Share of all sessions of the range, in percent.'),
          })
          .meta({ id: 'ChannelEntry' }),
      )
      .describe('Channels, most visitors first.'),
  }),
  cacheTtlSeconds: 600,
  resolve: resolveList,
  async run({ limit }, { scope, figures }) {
    const [entries, sums] = await Promise.all([
      figures.list(scope, 'channel', limit),
      figures.sessionSums(scope, ['session']),
    ]);
    const total = sums('session');
    return {
      data: entries.map(({ value, count: sessions, uniques }) => ({
        channel: value,
        visitors: uniques,
        sessions,
        percentage: percentage(sessions, total),
      })),
    };
  },
});
