/** The audit log: one line for everything that is done with the admin token, over the socket, or by a person. */
import type { Logger } from '@footfall/process';
import type { Request, Response } from 'express';
import type { Actor } from './actor.ts';

/**
 * Logs the action of a route, such as `DELETE /keys/:keyId`, once it has ended: the actor, the route, the IDs in its path, and the status, even if the client has
 * disconnected. Bodies and addresses are never logged. Reads and failed attempts to sign in are not logged either.
 */
export function logDone(
  logger: Logger,
  route: string,
  status: number,
  actor: Actor,
  request: Request,
  response: Response,
): void {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  const by = whoOf(actor) ?? signedIn.get(response);
  if (by === undefined) return;
  const requestId = response.getHeader('X-Request-Id');
  logger.info({ audit: true, by, route, ...request.params, status, requestId }, `${route} by ${by}: ${status}`);
}

/** Notes the person whom a response has signed in. */
export function noteSignedIn(response: Response, personId: string): void {
  signedIn.set(response, personId);
}

const signedIn = new WeakMap<Response, string>();

function whoOf(actor: Actor): string | undefined {
  if (actor.kind === 'operator') return `admin ${actor.by}`;
  return actor.kind === 'person' ? actor.person.personId : undefined;
}
