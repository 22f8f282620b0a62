/** Helmet's headers, loosened only as far as the pages of this host need. */
import helmet from 'helmet';
import type { Middleware } from './compressed.ts';

export function securityHeaders(): Middleware {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        // Swagger UI draws its icons from data: URLs and sets styles on elements.
        imgSrc: ["'self'", 'data:'],
        objectSrc: ["'none'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
      },
    },
    // Whatever ends TLS in front of this process decides that; over plain HTTP, on a host of its own, it would only do harm.
    strictTransportSecurity: false,
  });
}
