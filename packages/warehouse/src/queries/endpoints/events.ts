/** Events breakdown: the number of events of each type, and of their visitors. */
import { z } from 'zod';
import { defineQuery } from '../query.ts';
import { listParams, resolveList } from './list-params.ts';
import { fields } from './result-fields.ts';

export const events = defineQuery({
  name: 'events',
  summary: 'Event types, how often each was sent and by how many visitors.',
  params: z.object(listParams),
  result: z.strictObject({
    data: z
      .array(
        z
          .strictObject({
            type: fields.type,
            count: fields.events,
            users: fields.visitors,
            auto: z.boolean().describe('True for automatic types, which start with $.'),
          })
          .meta({ id: 'EventTypeEntry' }),
      )
      .describe('Event types, most events first.'),
  }),
  cacheTtlSeconds: 300,
  resolve: resolveList,
  async run({ limit }, { scope, figures }) {
    const types = await figures.list(scope, 'type', limit);
    return {
      data: types.map(({ value, count: times, uniques }) => ({
        type: value,
        count: times,
        users: uniques,
        auto: value.startsWith('$'),
      })),
    };
  },
});
