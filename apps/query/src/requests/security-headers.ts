/** Helmet's headers. Pages have a separate Content-Security-Policy. */
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Fields } from '@footfall/http';
import helmet from 'helmet';

/** Returns Helmet's headers for responses that pages of such an origin may load. They are constant, so they are computed once. */
export function securityFields(loadableBy: 'same-origin' | 'cross-origin'): Fields {
  const secure = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    crossOriginResourcePolicy: { policy: loadableBy },
    // The proxy that terminates TLS decides this. Over plain HTTP the header is useless or harmful.
    strictTransportSecurity: false,
  });
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  secure(response.req, response, () => undefined);
  return Object.entries(response.getHeaders()).flatMap(([name, value]) => [name, String(value)]);
}
