/** Checks requests that must carry the token of a setting. */
import type { IncomingMessage } from 'node:http';
import { isSameToken } from '@footfall/auth';
import { readCredentials } from './credentials.ts';

/** Returns a check that a request carries `Authorization: Bearer <token>`, compared in constant time. */
export function bearerCheck(token: string): (request: IncomingMessage) => boolean {
  return (request) => {
    const credentials = readCredentials({ authorization: request.headersDistinct.authorization });
    return credentials.kind === 'key' && isSameToken(credentials.key, token);
  };
}
