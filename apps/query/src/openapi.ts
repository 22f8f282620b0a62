/** The API's description in OpenAPI 3.1, made from the registry of queries. */
import { OpenApiGeneratorV31, OpenAPIRegistry, type RouteConfig } from '@asteasolutions/zod-to-openapi';
import { type ErrorCode, errorStatus } from '@footfall/errors';
import { workspaceIdPattern } from '@footfall/schemas';
import type { Query } from '@footfall/warehouse';
import { z } from 'zod';

const description = [
  'Read-only web analytics of a workspace. Every request needs a secret key (`sk_live_…`), as `Authorization: Bearer` or `X-API-Key`.',
  'Answers are cached for as long as `Cache-Control` says; an `ETag` comes with each. Pages of any origin may call, without credentials.',
  'Times are UTC. Rates and percentages run from 0 to 100. Unknown parameters are ignored.',
].join('\n\n');

/** What can go wrong on any endpoint, beside its own answer. */
const faults: Readonly<Partial<Record<ErrorCode, string>>> = {
  BAD_REQUEST: 'A parameter is wrong; the message names it and what it takes.',
  UNAUTHORIZED: 'No key, or none that is valid.',
  FORBIDDEN: 'A public key: it can only send events.',
  NOT_FOUND: 'There is no such endpoint.',
  METHOD_NOT_ALLOWED: 'Endpoints take GET and HEAD.',
  RATE_LIMIT: "The plan's requests per minute and its burst are used up; `Retry-After` says for how long.",
  INTERNAL_ERROR: 'Something went wrong on our side; the log has it under `X-Request-Id`.',
  UNAVAILABLE: 'The warehouse does not answer, or too many queries are running; `Retry-After` says when to try again.',
};

const rateLimitHeaders = {
  'X-RateLimit-Limit': integerHeader("The plan's requests per minute; 2147483647 when unlimited."),
  'X-RateLimit-Remaining': integerHeader("What is left of them in this minute's window."),
  'X-RateLimit-Reset': integerHeader('Unix time in seconds at which the window ends.'),
  'X-Request-Id': { description: 'Ties the response to the log.', schema: { type: 'string' as const } },
};

function integerHeader(text: string) {
  return { description: text, schema: { type: 'integer' as const } };
}

const error = z
  .strictObject({
    success: z.literal(false),
    error: z.strictObject({ code: z.enum(Object.keys(errorStatus)), message: z.string() }),
  })
  .meta({ id: 'Error' });

/** The document for `queries`, ready for `JSON.stringify`. */
export function openApiDocument(queries: readonly Query[]): object {
  const registry = new OpenAPIRegistry();
  registry.registerComponent('securitySchemes', 'bearer', { type: 'http', scheme: 'bearer' });
  registry.registerComponent('securitySchemes', 'header', { type: 'apiKey', in: 'header', name: 'X-API-Key' });
  for (const [name, header] of Object.entries(rateLimitHeaders)) registry.registerComponent('headers', name, header);
  for (const query of queries) registry.registerPath(route(query));
  return new OpenApiGeneratorV31(registry.definitions).generateDocument({
    openapi: '3.1.0',
    info: { title: 'Footfall analytics API', version: '1', description, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: '/' }],
    security: [{ bearer: [] }, { header: [] }],
  });
}

function route(query: Query): RouteConfig {
  const envelope = z.object({
    success: z.literal(true),
    workspaceId: z.string().regex(workspaceIdPattern),
    fromCache: z.boolean().meta({ description: 'Whether it was computed for an earlier request.' }),
  });
  const answer = envelope.extend(query.result.shape);
  return {
    method: 'get',
    path: `/api/v1/analytics/${query.name}`,
    operationId: query.name,
    summary: query.summary,
    description: `Cached for ${query.cacheTtlSeconds} seconds.`,
    tags: ['analytics'],
    request: { query: query.params },
    responses: {
      200: { description: query.summary, headers, content: { 'application/json': { schema: answer } } },
      304: { description: 'The client has this answer already (`If-None-Match`).', headers },
      ...faultResponses(),
    },
  };
}

const headers = Object.fromEntries(
  Object.keys(rateLimitHeaders).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
);

function faultResponses(): RouteConfig['responses'] {
  return Object.fromEntries(
    Object.entries(errorStatus).flatMap(([code, status]) => {
      const text = Object.entries(faults).find(([fault]) => fault === code)?.[1];
      if (text === undefined) return [];
      return [
        [status, { description: `${code}: ${text}`, headers, content: { 'application/json': { schema: error } } }],
      ];
    }),
  );
}
