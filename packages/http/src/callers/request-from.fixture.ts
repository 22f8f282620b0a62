/** Requests of clients behind any peer. */
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';

/** Returns a request from `peer`, undefined for one that has disconnected, with this X-Forwarded-For if there is any. */
export function requestFrom(peer: string | undefined, forwardedFor?: string): IncomingMessage {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: peer });
  const request = new IncomingMessage(socket);
  if (forwardedFor !== undefined) request.headers['x-forwarded-for'] = forwardedFor;
  return request;
}
