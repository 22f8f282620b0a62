/** Checks requests that must carry the token of a setting. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { readCredentials } from './credentials.ts';

/** Returns a check that a request carries `Authorization: Bearer <token>`, compared in constant time. */
export function bearerCheck(token: string): (request: IncomingMessage) => boolean {
  // Checksums, because the comparison needs two buffers of one length.
  const expected = sha256(token);
  return (request) => {
    const credentials = readCredentials({ authorization: request.headersDistinct.authorization });
    return credentials.kind === 'key' && timingSafeEqual(sha256(credentials.key), expected);
  };
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
