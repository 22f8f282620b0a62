/** The page at `/`: describes this server and links to its parts. */
import type { StaticFile } from '@footfall/http';

/** `ingestUrl` is the URL to send events to. */
export function frontPage(ingestUrl: string): StaticFile {
  const ingest = escapeHtml(ingestUrl);
  const content = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Footfall</title>
<style>
body { font: 1rem/1.6 system-ui, sans-serif; max-width: 42rem; margin: 4rem auto; padding: 0 1.5rem; color: #1d2430; background: #fff; }
dt { font-weight: 600; margin-top: 1rem; }
dd { margin: 0; }
a { color: #0b57d0; }
code { font: 0.95em ui-monospace, monospace; }
@media (prefers-color-scheme: dark) { body { color: #e6e9ef; background: #14181f; } a { color: #8ab4f8; } }
</style>
</head>
<body>
<h1>Footfall</h1>
<p>Web analytics. This server answers queries; events are sent to another.</p>
<dl>
<dt>Analytics API</dt><dd><code>/api/v1/analytics/…</code> with a secret key</dd>
<dt>Documentation</dt><dd><a href="/docs">/docs</a>, or as OpenAPI 3.1: <a href="/openapi.json">/openapi.json</a></dd>
<dt>Events</dt><dd><code>POST ${ingest}/api/v1/events</code></dd>
<dt>Operation</dt><dd><a href="/healthz">/healthz</a>, <a href="/readyz">/readyz</a>, <a href="/metrics">/metrics</a></dd>
</dl>
</body>
</html>
`;
  return { path: '/', content, type: 'text/html; charset=utf-8', caching: 'public, max-age=0, must-revalidate' };
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
