/** Who calls the admin API: the holder of the token, a user who may open the socket, a person with a session, or nobody. */
import type { IncomingMessage } from 'node:http';
import { isCsrfTokenOf, type SessionHolder, type SessionKeeper } from '@footfall/auth';
import { AppError } from '@footfall/errors';
import {
  bearerCheck,
  type ClientAddress,
  consumeAnonymous,
  isSameOrigin,
  overLimit,
  readCredentials,
  type RequestOrigin,
  setRateLimitHeaders,
} from '@footfall/http';
import type { Limits } from '@footfall/state';
import type { Request, Response } from 'express';
import { personAllowance } from '../requests/dashboard-limits.ts';
import { notFound } from '../requests/faults.ts';
import { readSessionCookie } from '../requests/session-cookie.ts';
import type { WrongTokens } from './wrong-tokens.ts';

export interface PersonActor extends SessionHolder {
  kind: 'person';
  /** The session's. */
  token: string;
}
export type Actor = { kind: 'operator'; by: 'token' | 'socket' } | PersonActor | { kind: 'nobody' };

/** Identifies who sent a request. Rejects with what refuses a wrong token, a flood, or a change without the CSRF token. */
export type Identify = (request: Request, response: Response) => Promise<Actor>;

/** Whoever may open the socket may read the data directory as well, so nothing is asked of them. */
export const identifyOnSocket: Identify = () => Promise.resolve({ kind: 'operator', by: 'socket' });

interface IdentifyDeps {
  /** Without it no token is right. */
  adminToken: string | undefined;
  sessions: SessionKeeper;
  clientAddress: ClientAddress;
  requestOrigin: RequestOrigin;
  limits: Limits;
  wrongTokens: WrongTokens;
  now: () => number;
}

/** The right token is never limited: nobody can lock the operator out by wrong tokens from the same address or behind the same proxy. */
export function identifyOverTcp(deps: IdentifyDeps): Identify {
  const { adminToken, sessions, limits, now } = deps;
  const hasToken = adminToken === undefined ? undefined : bearerCheck(adminToken);

  const byToken = async (request: Request, response: Response): Promise<Actor> => {
    if (hasToken === undefined) throw notFound();
    if (hasToken(request)) return { kind: 'operator', by: 'token' };
    deps.wrongTokens.add();
    throw await refusal(deps, request, response);
  };
  const byCookie = async (request: Request, token: string): Promise<Actor> => {
    const holder = isSameOrigin(request, deps.requestOrigin(request)) ? await sessions.identify(token) : undefined;
    if (!holder) return { kind: 'nobody' };
    const { allowed, resetAtMs } = await limits.consume(`person:${holder.person.personId}`, personAllowance);
    if (!allowed) throw overLimit(resetAtMs, now());
    return { kind: 'person', token, ...holder };
  };

  return async (request, response) => {
    if (readCredentials(request.headersDistinct).kind !== 'none') return byToken(request, response);
    const token = readSessionCookie(request);
    return token === undefined ? { kind: 'nobody' } : byCookie(request, token);
  };
}

/** Counts a request of nobody, and returns what it is refused with: RATE_LIMIT over the limit of its address, else UNAUTHORIZED. */
export async function refusal(
  { limits, clientAddress, now }: Pick<IdentifyDeps, 'limits' | 'clientAddress' | 'now'>,
  request: IncomingMessage,
  response: Response,
): Promise<AppError> {
  const decision = await consumeAnonymous(limits, clientAddress(request));
  setRateLimitHeaders(response, decision);
  if (!decision.allowed) return overLimit(decision.resetAtMs, now());
  return new AppError('UNAUTHORIZED', 'Sign in, or send the admin token: Authorization: Bearer <ADMIN_TOKEN>');
}

/** Throws FORBIDDEN for a change by a session without the token that only its own page knows. */
export function requireCsrfToken(request: Request, actor: Actor): void {
  if (actor.kind !== 'person' || request.method === 'GET' || request.method === 'HEAD') return;
  const { 'x-csrf-token': [given = ''] = [] } = request.headersDistinct;
  if (isCsrfTokenOf(actor.token, given)) return;
  throw new AppError('FORBIDDEN', 'X-CSRF-Token must be the csrfToken of GET /admin/v1/me');
}
