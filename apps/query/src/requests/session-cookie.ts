/** The cookie that a session is known by. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { sessionIdleMsMax } from '@footfall/auth';

const name = 'footfall_session';
const maxAgeSeconds = sessionIdleMsMax / 1000;
const valuePattern = new RegExp(`(?:^|;)\\s*${name}=([^;]*)`, 'g');

/** The session's token; undefined without one. Two that differ are none: a neighbouring host may have added one to sign somebody in as somebody else. */
export function readSessionCookie({ headers }: IncomingMessage): string | undefined {
  const values = new Set(Array.from((headers.cookie ?? '').matchAll(valuePattern), ([, value = '']) => value.trim()));
  const [token] = values;
  return values.size === 1 ? token : undefined;
}

/** `origin` is the one that the client used: over TLS the cookie is for TLS alone. */
export function setSessionCookie(response: ServerResponse, token: string, origin: string): void {
  response.setHeader('Set-Cookie', cookie(token, maxAgeSeconds, origin));
}

export function clearSessionCookie(response: ServerResponse, origin: string): void {
  response.setHeader('Set-Cookie', cookie('', 0, origin));
}

function cookie(value: string, ageSeconds: number, origin: string): string {
  const secure = origin.startsWith('https:') ? '; Secure' : '';
  return `${name}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${ageSeconds}${secure}`;
}
