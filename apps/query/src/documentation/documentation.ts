/** The API's documentation: `/openapi.json`, and Swagger UI at `/docs`, which loads nothing from other servers. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StaticFile } from '@footfall/http';
import type { Query } from '@footfall/warehouse';
import swaggerDirectory from 'swagger-ui-dist/absolute-path.js';
import { openApiDocument } from './openapi.ts';

/** The files of Swagger UI that the page loads, with their types. */
const swaggerFiles = [
  ['swagger-ui.css', 'text/css; charset=utf-8'],
  ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
  ['favicon-32x32.png', 'image/png'],
] as const;

/** The pages change with the version of the process, Swagger UI's files with its own version. */
const pageCaching = 'public, max-age=0, must-revalidate';
const swaggerCaching = 'public, max-age=86400';

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Footfall API</title>
<link rel="icon" href="/docs/favicon-32x32.png">
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
<div id="api"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

/** A separate file, because the content security policy forbids inline scripts. The validator is off: it would call another server. */
const startScript = `SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#api',
  validatorUrl: null,
  defaultModelsExpandDepth: -1,
  tryItOutEnabled: true,
});
`;

/** Swagger UI draws its icons from data: URLs and sets styles on elements. "Try it out" also calls the ingest server. */
function policy(ingestUrl: string): string {
  return [
    "default-src 'self'",
    `connect-src 'self' ${new URL(ingestUrl).origin}`,
    "img-src 'self' data:",
    "style-src 'self' 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ');
}

export function documentation(queries: readonly Query[], ingestUrl: string): StaticFile[] {
  const directory = swaggerDirectory();
  return [
    {
      path: '/openapi.json',
      // Generating it takes 0.15 s, and it is rarely requested.
      content: () => JSON.stringify(openApiDocument(queries, ingestUrl)),
      type: 'application/json; charset=utf-8',
      caching: pageCaching,
      headers: { 'Access-Control-Allow-Origin': '*' },
    },
    {
      path: '/docs',
      content: page,
      type: 'text/html; charset=utf-8',
      caching: pageCaching,
      headers: { 'Content-Security-Policy': policy(ingestUrl) },
    },
    { path: '/docs/start.js', content: startScript, type: 'text/javascript; charset=utf-8', caching: pageCaching },
    ...swaggerFiles.map(([name, type]) => ({
      path: `/docs/${name}`,
      content: readFileSync(join(directory, name)),
      type,
      caching: swaggerCaching,
    })),
  ];
}
