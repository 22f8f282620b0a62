/** The person of a request: identified by the cookie of their session, and limited in how many requests they send. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isSameOrigin, type RequestOrigin } from '@footfall/http';
import type { LimitDecision, Limits, RateLimit } from '@footfall/state';
import { type PeopleStore, type SessionHolder, sessionIdleMsMax } from '@footfall/warehouse';
import { clearCookie, type Cookie, readCookie, setCookie } from './cookies.ts';

const cookie: Cookie = { name: 'footfall_session', sameSite: 'Lax', maxAgeMs: sessionIdleMsMax };

/** Requests per minute of a person, on all pages and in all sessions. A limit against floods, which no plan counts. */
const personRateLimit: RateLimit = { perMinute: 1_200, burstPool: 0 };

interface PersonDeps {
  people: Pick<PeopleStore, 'findSession'>;
  requestOrigin: RequestOrigin;
  limits: Limits;
}

interface IdentifiedPerson {
  holder: SessionHolder;
  /** The token of the session. */
  token: string;
  rateLimit: LimitDecision;
}

/** Identifies the person of a request, and counts it. Resolves with undefined without a valid session, or from a page of another origin; callers count such a request against its address. Rejects with UNAVAILABLE if the store does not respond. */
export async function identifyPerson(
  { people, requestOrigin, limits }: PersonDeps,
  request: IncomingMessage,
): Promise<IdentifiedPerson | undefined> {
  const origin = requestOrigin(request);
  const token = readCookie(request, cookie, origin);
  // Pages of other origins may read the analytics API with a key, but never with a user's cookie.
  if (token === undefined || !isSameOrigin(request, origin)) return undefined;
  const holder = await people.findSession(token);
  if (!holder) return undefined;
  const rateLimit = await limits.consume(`person:${holder.person.personId}`, personRateLimit);
  return { holder, token, rateLimit };
}

export function setSessionCookie(response: ServerResponse, token: string, origin: string): void {
  setCookie(response, cookie, token, origin);
}

export function clearSessionCookie(response: ServerResponse, origin: string): void {
  clearCookie(response, cookie, origin);
}
