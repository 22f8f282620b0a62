/** The OpenAPI 3.1 document, generated from the registry of queries, the schema of events and the routes of the admin API. */
import { OpenApiGeneratorV31, OpenAPIRegistry } from '@asteasolutions/zod-to-openapi';
import type { Query } from '@footfall/warehouse';
import { adminOperations } from './administration.ts';
import { analyticsOperation } from './analytics.ts';
import { ingestionOperations } from './ingestion.ts';
import { analyticsFaultResponses, errorSchema, headers } from './responses.ts';

const description = [
  'Self-hosted web analytics: sending events, reading figures, and administration.',
  'Reading requires a secret key (`sk_live_…`) of a workspace, as `Authorization: Bearer` or `X-API-Key`, or the grant of a share, as `X-Share`; sending requires any key. Pages of any origin may call both, without credentials. The admin API requires the admin token or the session of a signed-in person.',
  'Times are UTC. Rates and percentages run from 0 to 100. The analytics API ignores unknown parameters and names them in `X-Ignored-Parameters`. Its responses are cached for the time in `Cache-Control`.',
].join('\n\n');

const tags = [
  { name: 'analytics', description: 'Read the figures of one workspace.' },
  { name: 'ingestion', description: 'Send events. The ingest server has its own port.' },
  {
    name: 'administration',
    description:
      'Workspaces, keys, people, shares, goals and annotations. People send the cookie of their session, scripts `ADMIN_TOKEN` as a bearer token. If `ADMIN_TOKEN` is not set, requests with an `Authorization` header get 404.',
  },
];

const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer', description: 'A key of a workspace.' },
  header: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'A key of a workspace.' },
  query: { type: 'apiKey', in: 'query', name: 'key', description: 'A public key, to send events.' },
  share: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Share',
    description: 'The grant of a share (`POST /admin/v1/share-visits`): reads its workspace with its filters.',
  },
  adminToken: { type: 'http', scheme: 'bearer', description: 'The admin token, ADMIN_TOKEN.' },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'footfall_session',
    description: 'The session cookie, set by signing in. Behind TLS its name is `__Host-footfall_session`.',
  },
  csrfToken: {
    type: 'apiKey',
    in: 'header',
    name: 'X-CSRF-Token',
    description: 'Required with a session for requests that change something.',
  },
} as const;

/** Returns the document, ready for `JSON.stringify`. `ingestUrl` is the URL at which clients reach the ingest server. */
export function openApiDocument(queries: readonly Query[], ingestUrl: string): object {
  const registry = new OpenAPIRegistry();
  for (const [name, scheme] of Object.entries(securitySchemes)) {
    registry.registerComponent('securitySchemes', name, scheme);
  }
  for (const [name, header] of Object.entries(headers)) registry.registerComponent('headers', name, header);
  for (const [name, response] of Object.entries(analyticsFaultResponses())) {
    registry.registerComponent('responses', name, response);
  }
  registry.registerComponent('schemas', 'Error', errorSchema);
  const operations = [...queries.map(analyticsOperation), ...ingestionOperations(ingestUrl), ...adminOperations()];
  for (const operation of operations) registry.registerPath(operation);
  return new OpenApiGeneratorV31(registry.definitions).generateDocument({
    openapi: '3.1.0',
    info: { title: 'Footfall API', version: '1', description, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: '/' }],
    security: [{ bearer: [] }, { header: [] }, { share: [] }],
    tags,
  });
}
