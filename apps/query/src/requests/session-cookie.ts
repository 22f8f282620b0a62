/** The cookie that identifies a session. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { sessionIdleMsMax } from '@footfall/auth';
import { clearCookie, type Cookie, readCookie, setCookie } from './cookies.ts';

const cookie: Cookie = { name: 'footfall_session', path: '/', sameSite: 'Lax', maxAgeMs: sessionIdleMsMax };

/** Returns the session's token; undefined without one. */
export function readSessionCookie(request: IncomingMessage): string | undefined {
  return readCookie(request, cookie);
}

export function setSessionCookie(response: ServerResponse, token: string, origin: string): void {
  setCookie(response, cookie, token, origin);
}

export function clearSessionCookie(response: ServerResponse, origin: string): void {
  clearCookie(response, cookie, origin);
}
