/** Helmet's headers, loosened only as far as the pages of this host need. */
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Fields } from '@footfall/http';
import helmet from 'helmet';

/** What Helmet gives every response that pages of such an origin may load: the same for each, so it is asked once. */
export function securityFields(loadableBy: 'same-origin' | 'cross-origin'): Fields {
  const secure = helmet({
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
    crossOriginResourcePolicy: { policy: loadableBy },
    // Whatever ends TLS in front of this process decides that; over plain HTTP, on a host of its own, it would only do harm.
    strictTransportSecurity: false,
  });
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  secure(response.req, response, () => undefined);
  return Object.entries(response.getHeaders()).flatMap(([name, value]) => [name, String(value)]);
}
