/** The analytics API: an operation for each query of the registry. */
import type { RouteConfig } from '@asteasolutions/zod-to-openapi';
import { errorStatus } from '@footfall/errors';
import { always, workspaceIdPattern } from '@footfall/schemas';
import { type Query, resultLists } from '@footfall/warehouse';
import { z } from 'zod';
import { formParams } from '../responses/form.ts';
import { analyticsFaults, resultHeaders, comparisonHeaders, fileHeaders, headersTooLarge, text } from './responses.ts';

export function analyticsOperation(query: Query): RouteConfig {
  const { name, summary, cacheTtlSeconds, params, result } = query;
  const response = z
    .strictObject({
      success: always,
      workspaceId: z.string().regex(workspaceIdPattern).describe('ID of the workspace.'),
      fromCache: z.boolean().describe('Whether the result was computed for an earlier request.'),
      ...result.shape,
    })
    .meta({ id: responseName(name) });
  const lists = resultLists(result);
  const headers = { ...resultHeaders, ...(query.comparedRange && comparisonHeaders) };
  return {
    method: 'get',
    path: `/api/v1/analytics/${name}`,
    operationId: name,
    summary,
    description: `Cached for ${cacheTtlSeconds} seconds, unless no event was counted.`,
    tags: ['analytics'],
    request: { query: params.extend(formParams(lists).shape) },
    responses: {
      200: {
        description: summary,
        headers: { ...headers, ...fileHeaders },
        content: { 'application/json': { schema: response }, 'text/csv': { schema: csv } },
      },
      304: { description: 'Not modified: the cached response is current.', headers },
      ...Object.fromEntries(
        analyticsFaults.map((code) => [errorStatus[code], { $ref: `#/components/responses/${code}` }]),
      ),
      431: { $ref: `#/components/responses/${headersTooLarge}` },
    },
  };
}

const csv = { ...text, description: 'One list: a header row with the field names, then one row per entry.' };

/** `ux-insights` becomes `UxInsightsResponse`. */
function responseName(name: string): string {
  return `${name.replaceAll(/(?:^|-)(\w)/g, (_match, letter: string) => letter.toUpperCase())}Response`;
}
