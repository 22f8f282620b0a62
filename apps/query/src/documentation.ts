/** The API's documentation: `/openapi.json`, and Swagger UI at `/docs` with every file from this process. */
import { methodNotAllowed } from '@footfall/http';
import type { Query } from '@footfall/warehouse';
import express, { Router } from 'express';
import swaggerDirectory from 'swagger-ui-dist/absolute-path.js';
import { openApiDocument } from './openapi.ts';

const swaggerFiles = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'];

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Footfall analytics API</title>
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

/** In a file of its own, because the content security policy refuses scripts within a page. No validator: it would ask a server elsewhere. */
const startScript = `SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#api',
  validatorUrl: null,
  defaultModelsExpandDepth: -1,
  tryItOutEnabled: true,
});
`;

export function documentation(queries: readonly Query[]): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const document = JSON.stringify(openApiDocument(queries));
  router.get('/openapi.json', (_request, response) => {
    response.set('Access-Control-Allow-Origin', '*').type('json').send(document);
  });
  router.get('/docs', (_request, response) => {
    response.type('html').send(page);
  });
  router.get('/docs/', (_request, response) => {
    response.redirect(301, '/docs');
  });
  router.get('/docs/start.js', (_request, response) => {
    response.type('js').send(startScript);
  });
  router.all(['/openapi.json', '/docs', '/docs/start.js'], () => {
    throw methodNotAllowed('GET, HEAD');
  });
  const files = express.static(swaggerDirectory(), { index: false, redirect: false, maxAge: '1d' });
  router.use('/docs', (request, response, next) => {
    if (!swaggerFiles.includes(request.path.slice(1))) return next();
    return files(request, response, next);
  });
  return router;
}
