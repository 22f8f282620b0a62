/** Reads and sets cookies: scripts cannot read them, and cookies set over TLS are sent over TLS only. */
import type { IncomingMessage, ServerResponse } from 'node:http';

export interface Cookie {
  name: string;
  /** The cookie is sent to this path and those below it. */
  path: string;
  /** `Lax` if the cookie is sent when a link on another site is followed. */
  sameSite: 'Lax' | 'Strict';
  maxAgeMs: number;
}

/** Returns the value of a cookie; undefined without one. Two different values count as none: a neighbouring host may have added one to sign somebody in as somebody else. */
export function readCookie({ headers }: IncomingMessage, { name }: Cookie): string | undefined {
  const pattern = new RegExp(`(?:^|;)\\s*${name}=([^;]*)`, 'g');
  const values = new Set(Array.from((headers.cookie ?? '').matchAll(pattern), ([, value = '']) => value.trim()));
  const [value] = values;
  return values.size === 1 ? value : undefined;
}

/** `origin` is the one that the client used. */
export function setCookie(response: ServerResponse, cookie: Cookie, value: string, origin: string): void {
  const { name, path, sameSite, maxAgeMs } = cookie;
  const secure = origin.startsWith('https:') ? '; Secure' : '';
  const attributes = `Path=${path}; HttpOnly; SameSite=${sameSite}; Max-Age=${maxAgeMs / 1000}${secure}`;
  response.appendHeader('Set-Cookie', `${name}=${value}; ${attributes}`);
}

export function clearCookie(response: ServerResponse, cookie: Cookie, origin: string): void {
  setCookie(response, { ...cookie, maxAgeMs: 0 }, '', origin);
}
