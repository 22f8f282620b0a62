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

const integer = { type: 'integer' } as const;
const text = { type: 'string' } as const;

/** Headers by the responses that carry them. */
const onEvery = {
  'X-RateLimit-Limit': { description: "The plan's requests per minute; 2147483647 when unlimited.", schema: integer },
  'X-RateLimit-Remaining': { description: "What is left of them in this minute's window.", schema: integer },
  'X-RateLimit-Reset': { description: 'Unix time in seconds at which the window ends.', schema: integer },
  'X-Request-Id': { description: 'Ties the response to the log.', schema: text },
};
const onAnswers = {
  'Cache-Control': { description: '`private`, and how many seconds the answer has left.', schema: text },
  'Last-Modified': { description: 'When the answer was computed.', schema: text },
  'X-Period': { description: 'Start and end of the range that the answer is about.', schema: text },
  'X-Ignored-Parameters': { description: 'The names of the parameters that the endpoint does not have.', schema: text },
  ETag: { description: 'Of workspace and result; send it back in `If-None-Match`.', schema: text },
};
const onRefusals = {
  Allow: { description: 'The methods that the endpoint takes.', schema: text },
  'Retry-After': { description: 'Seconds until a retry makes sense.', schema: integer },
  'WWW-Authenticate': { description: '`Bearer`.', schema: text },
};

interface Fault {
  code: ErrorCode;
  when: string;
  /** The header that it has in addition to those of every response. */
  header?: keyof typeof onRefusals;
}

/** The errors that any endpoint may return. */
const faults: readonly Fault[] = [
  { code: 'BAD_REQUEST', when: 'a parameter is wrong; the message names it and what it takes.' },
  { code: 'UNAUTHORIZED', when: 'no key, or none that is valid.', header: 'WWW-Authenticate' },
  { code: 'FORBIDDEN', when: 'a public key, which can only send events.' },
  { code: 'NOT_FOUND', when: 'no such endpoint.' },
  { code: 'METHOD_NOT_ALLOWED', when: 'endpoints take GET and HEAD.', header: 'Allow' },
  { code: 'RATE_LIMIT', when: "the plan's requests per minute and its burst are used up.", header: 'Retry-After' },
  { code: 'INTERNAL_ERROR', when: 'something went wrong on our side; the log has it under `X-Request-Id`.' },
  {
    code: 'UNAVAILABLE',
    when: 'the warehouse does not answer, or too many queries are running.',
    header: 'Retry-After',
  },
];

const error = {
  type: 'object' as const,
  properties: {
    success: { type: 'boolean' as const, const: false },
    error: {
      type: 'object' as const,
      properties: { code: { ...text, enum: faults.map(({ code }) => code) }, message: text },
      required: ['code', 'message'],
      additionalProperties: false,
    },
  },
  required: ['success', 'error'],
  additionalProperties: false,
};

/** The document for `queries`, ready for `JSON.stringify`. */
export function openApiDocument(queries: readonly Query[]): object {
  const registry = new OpenAPIRegistry();
  registry.registerComponent('securitySchemes', 'bearer', { type: 'http', scheme: 'bearer' });
  registry.registerComponent('securitySchemes', 'header', { type: 'apiKey', in: 'header', name: 'X-API-Key' });
  for (const [name, header] of Object.entries({ ...onEvery, ...onAnswers, ...onRefusals })) {
    registry.registerComponent('headers', name, header);
  }
  registry.registerComponent('schemas', 'Error', error);
  for (const fault of faults) registry.registerComponent('responses', fault.code, faultResponse(fault));
  for (const query of queries) registry.registerPath(route(query));
  return new OpenApiGeneratorV31(registry.definitions).generateDocument({
    openapi: '3.1.0',
    info: { title: 'Footfall analytics API', version: '1', description, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: '/' }],
    security: [{ bearer: [] }, { header: [] }],
  });
}

function route(query: Query): RouteConfig {
  const { name, summary, cacheTtlSeconds, params, result } = query;
  const answer = z.strictObject({
    success: z.literal(true),
    workspaceId: z.string().regex(workspaceIdPattern),
    fromCache: z.boolean().meta({ description: 'Whether it was computed for an earlier request.' }),
    ...result.shape,
  });
  const headers = references(Object.keys({ ...onEvery, ...onAnswers }));
  return {
    method: 'get',
    path: `/api/v1/analytics/${name}`,
    operationId: name,
    summary,
    description: `Cached for ${cacheTtlSeconds} seconds.`,
    tags: ['analytics'],
    request: { query: params },
    responses: {
      200: { description: summary, headers, content: { 'application/json': { schema: answer } } },
      304: { description: 'The client has this answer already.', headers },
      ...Object.fromEntries(faults.map(({ code }) => [errorStatus[code], { $ref: `#/components/responses/${code}` }])),
    },
  };
}

function faultResponse({ code, when, header }: Fault) {
  return {
    description: `${code}: ${when}`,
    headers: references([...Object.keys(onEvery), ...(header ? [header] : [])]),
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  };
}

function references(headers: readonly string[]) {
  return Object.fromEntries(headers.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
