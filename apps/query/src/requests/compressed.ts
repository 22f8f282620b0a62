/** Responses in brotli or gzip, as the request accepts; small ones too. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import compression from 'compression';

export type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/** Works with and without Express, whose types the library's declare although it takes any server's requests. */
interface PlainMiddleware {
  handle(request: IncomingMessage, response: ServerResponse, next: () => void): void;
}

export function compressed(): Middleware {
  // By default the library leaves bodies under 1 kB as they are.
  const plain: PlainMiddleware = { handle: compression({ threshold: 0 }) };
  return (request, response, next) => plain.handle(request, response, next);
}
