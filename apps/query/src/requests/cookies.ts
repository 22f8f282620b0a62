/** Reads and sets cookies: scripts cannot read them, and over TLS no neighbouring host can set them. */
import type { IncomingMessage, ServerResponse } from 'node:http';

export interface Cookie {
  /** Without the prefix that it has over TLS. */
  name: string;
  /** `Lax` if the cookie is sent when a link on another site is followed. */
  sameSite: 'Lax' | 'Strict';
  maxAgeMs: number;
}

/** Browsers accept a cookie whose name starts with this only from its own host over TLS, with `Secure`, `Path=/` and no `Domain`. */
const ownHostPrefix = '__Host-';

/**
 * Returns the value of a cookie; undefined without one. `origin` is the one that the client used. Over TLS, only the name with the prefix is read. Without TLS, a neighbouring
 * host may have added another value, to sign a person in as another one: two different values count as none.
 */
export function readCookie({ headers }: IncomingMessage, cookie: Cookie, origin: string): string | undefined {
  const pattern = new RegExp(`(?:^|;)\\s*${nameAt(origin, cookie)}=([^;]*)`, 'g');
  const values = new Set(Array.from((headers.cookie ?? '').matchAll(pattern), ([, value = '']) => value.trim()));
  const [value] = values;
  return values.size === 1 ? value : undefined;
}

/** `origin` is the one that the client used. */
export function setCookie(response: ServerResponse, cookie: Cookie, value: string, origin: string): void {
  const { sameSite, maxAgeMs } = cookie;
  const secure = isTls(origin) ? '; Secure' : '';
  const attributes = `Path=/; HttpOnly; SameSite=${sameSite}; Max-Age=${maxAgeMs / 1000}${secure}`;
  response.appendHeader('Set-Cookie', `${nameAt(origin, cookie)}=${value}; ${attributes}`);
}

export function clearCookie(response: ServerResponse, cookie: Cookie, origin: string): void {
  setCookie(response, { ...cookie, maxAgeMs: 0 }, '', origin);
}

const isTls = (origin: string) => origin.startsWith('https:');

const nameAt = (origin: string, { name }: Cookie) => (isTls(origin) ? `${ownHostPrefix}${name}` : name);
