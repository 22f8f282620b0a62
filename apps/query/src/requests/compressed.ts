/** Compresses responses, also small ones, in brotli or gzip, as the request accepts. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import compression from 'compression';

export type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/** The library's types require Express, although it handles the requests of any server. */
interface PlainMiddleware {
  handle(request: IncomingMessage, response: ServerResponse, next: () => void): void;
}

export function compressed(): Middleware {
  // By default the library leaves bodies under 1 kB as they are.
  const plain: PlainMiddleware = { handle: compression({ threshold: 0 }) };
  return (request, response, next) => plain.handle(request, response, next);
}
