/** Compresses responses, even small ones, with brotli or gzip, as the request accepts. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import compression from 'compression';

export type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/** The library's types require Express, although it works with any server. */
interface PlainMiddleware {
  handle(request: IncomingMessage, response: ServerResponse, next: () => void): void;
}

export function compressed(): Middleware {
  // By default the library does not compress bodies under 1 kB.
  const plain: PlainMiddleware = { handle: compression({ threshold: 0 }) };
  return (request, response, next) => plain.handle(request, response, next);
}
