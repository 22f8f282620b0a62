/** Top pages: views, visitors and time spent by path. */
import { z } from 'zod';
import type { Figures } from '../figures.ts';
import { metrics } from '../metrics.ts';
import { limitParam } from '../parameters/parameters.ts';
import { commonParams, resolveParams } from '../parameters/resolved-params.ts';
import { defineQuery } from '../query.ts';
import type { Scope } from '../scope.ts';
import { fields } from './result-fields.ts';

const limitDefault = 20;

export const pageEntry = z
  .strictObject({
    path: fields.path,
    title: fields.title,
    pageviews: fields.pageviews,
    visitors: fields.visitors,
    avgTime: fields.avgTime,
  })
  .meta({ id: 'PageEntry' });

/** The paths with most pageviews. */
export async function readPages(figures: Figures, scope: Scope, limit: number): Promise<z.output<typeof pageEntry>[]> {
  return (await figures.pages(scope, limit)).map(({ page, title }) => ({
    path: page.value,
    title,
    pageviews: page.count,
    visitors: page.uniques,
    avgTime: metrics.avgTime.value(page),
  }));
}

export const pages = defineQuery({
  name: 'pages',
  summary: 'Pages with the most pageviews, their visitors and the time spent on them.',
  params: z.object({ ...commonParams, limit: limitParam(limitDefault) }),
  result: z.strictObject({ data: z.array(pageEntry).describe('Pages, most pageviews first.') }),
  cacheTtlSeconds: 300,
  resolve: (params, request) => ({ ...resolveParams(params, request), limit: params.limit ?? limitDefault }),
  run: async ({ limit }, { scope, figures }) => ({ data: await readPages(figures, scope, limit) }),
});
