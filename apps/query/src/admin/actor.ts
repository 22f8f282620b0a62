/** The caller of the admin API: the holder of the token, a user who can open the socket, a person with a session, or nobody. */
import type { IncomingMessage } from 'node:http';
import { isCsrfTokenOf } from '@footfall/auth';
import { AppError } from '@footfall/errors';
import {
  bearerCheck,
  consumeAnonymous,
  notFound,
  overLimit,
  readCredentials,
  setRateLimitHeaders,
} from '@footfall/http';
import { planLimits } from '@footfall/schemas';
import type { SessionHolder } from '@footfall/warehouse';
import type { Request, Response } from 'express';
import type { AdminDeps } from './admin-deps.ts';
import { identifyPerson } from '../requests/person.ts';
import type { WrongTokens } from './wrong-tokens.ts';

export interface PersonActor extends SessionHolder {
  kind: 'person';
  /** The token of the session. */
  token: string;
}
export type Actor = { kind: 'operator'; by: 'token' | 'socket' } | PersonActor | { kind: 'nobody' };

/** Returns the ID of the person who calls; null for the admin token and the socket. */
export function personIdOf(actor: Actor): string | null {
  return actor.kind === 'person' ? actor.person.personId : null;
}

/** Returns the person who calls. Throws FORBIDDEN for the admin token and the socket. */
export function requirePerson(actor: Actor): PersonActor {
  if (actor.kind === 'person') return actor;
  throw new AppError('FORBIDDEN', 'Only a signed-in person can do this');
}

/** Identifies the sender of a request. Rejects with the error for a wrong token, too many requests, or a change without the CSRF token. */
export type Identify = (request: Request, response: Response) => Promise<Actor>;

/** Everyone who can open the socket can also read the data directory, so no credentials are required. */
export const identifyOnSocket: Identify = () => Promise.resolve({ kind: 'operator', by: 'socket' });

/** Requests with the right token are never limited: wrong tokens from the same address or behind the same proxy cannot lock the operator out. */
export function identifyOverTcp(deps: AdminDeps, wrongTokens: WrongTokens): Identify {
  const { adminToken, now } = deps;
  const hasToken = adminToken === undefined ? undefined : bearerCheck(adminToken);

  const byToken = async (request: Request, response: Response): Promise<Actor> => {
    if (hasToken === undefined) throw notFound();
    if (hasToken(request)) return { kind: 'operator', by: 'token' };
    wrongTokens.add();
    throw await refusal(deps, request, response);
  };
  const byCookie = async (request: Request): Promise<Actor> => {
    const person = await identifyPerson(deps, request);
    if (!person) return { kind: 'nobody' };
    const { holder, token, rateLimit } = person;
    if (!rateLimit.allowed) throw overLimit(rateLimit.resetAtMs, now());
    return { kind: 'person', token, ...holder };
  };

  return async (request, response) => {
    if (readCredentials(request.headersDistinct).kind !== 'none') return byToken(request, response);
    return byCookie(request);
  };
}

/**
 * Counts a request without a caller, and returns the error to refuse it with: RATE_LIMIT over the limit of its address, otherwise UNAUTHORIZED.
 * Without credentials it counts separately: requests with wrong keys from the same address must not keep a person from the sign-in form.
 */
export async function refusal(
  { adminToken, limits, clientAddress, now }: AdminDeps,
  request: IncomingMessage,
  response: Response,
): Promise<AppError> {
  const client = clientAddress(request);
  const hasCredentials = readCredentials(request.headersDistinct).kind !== 'none';
  const decision = hasCredentials
    ? await consumeAnonymous(limits, client)
    : await limits.consume(`signed-out:${client.bucket}`, planLimits.free);
  setRateLimitHeaders(response, decision);
  if (!decision.allowed) return overLimit(decision.resetAtMs, now());
  const byToken = ', or send the admin token: Authorization: Bearer <ADMIN_TOKEN>';
  return new AppError('UNAUTHORIZED', adminToken === undefined ? 'Sign in first' : `Sign in${byToken}`);
}

/** Throws FORBIDDEN for a change by a session without the token that only its own page knows. */
export function requireCsrfToken(request: Request, actor: Actor): void {
  if (actor.kind !== 'person' || request.method === 'GET' || request.method === 'HEAD') return;
  const { 'x-csrf-token': [given = ''] = [] } = request.headersDistinct;
  if (isCsrfTokenOf(actor.token, given)) return;
  throw new AppError('FORBIDDEN', 'X-CSRF-Token must be the csrfToken of GET /admin/v1/me');
}
