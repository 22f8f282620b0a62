/** Checks the options of a client, so that a mistake is reported where it was made. No message shows a key. */
import type { ClientOptions } from './options.ts';

/** The longest timer; longer ones fire at once. */
const timeoutMsMax = 2 ** 31 - 1;

/** Throws a TypeError that names the option. Callers without types can pass anything. */
export function requireOptions(options: ClientOptions): void {
  const { url, key, timeoutMs }: { url: unknown; key: unknown; timeoutMs?: unknown } = options;
  const urlFault = faultOfUrl(url);
  if (urlFault !== undefined) {
    throw new TypeError(`url must be the base URL of the API, such as https://footfall.example.com, got ${urlFault}`);
  }
  const keyFault = faultOfKey(key);
  if (keyFault !== undefined) {
    throw new TypeError(`key must be a secret key of the workspace (sk_live_…), got ${keyFault}`);
  }
  if (timeoutMs === undefined) return;
  const timeoutRule = `timeoutMs must be an integer from 1 to ${timeoutMsMax}`;
  if (typeof timeoutMs !== 'number') throw new TypeError(`${timeoutRule}, got ${kindOf(timeoutMs)}`);
  if (!Number.isInteger(timeoutMs) || timeoutMs < 1 || timeoutMs > timeoutMsMax) {
    throw new TypeError(`${timeoutRule}, got ${timeoutMs}`);
  }
}

/** Returns what is wrong with a URL. The URL is not shown, because it may be a key. */
function faultOfUrl(url: unknown): string | undefined {
  if (typeof url !== 'string') return kindOf(url);
  if (url === '') return 'an empty text';
  if (!/^https?:\/\/[^\s/?#]/i.test(url)) return 'a text that does not start with https:// or http:// and a host';
  if (/[?#]/.test(url)) return 'a URL with a query or a fragment';
  return /\/api\/v1(?:\/|$)/i.test(url) ? 'a URL that contains /api/v1, which the client adds' : undefined;
}

/** Returns what is wrong with a key. The rule of headers is checked here, because fetch's error does not name the option. */
function faultOfKey(text: unknown): string | undefined {
  if (typeof text !== 'string') return kindOf(text);
  // fetch removes the line end of a key that was read from a file.
  const sent = text.trim();
  if (sent === '') return 'an empty text';
  return /^[\x21-\x7e]+$/.test(sent) ? undefined : 'a text with spaces or characters other than ASCII';
}

/** Names the type of a value that is not a text. */
function kindOf(value: unknown): string {
  return value === undefined || value === null ? String(value) : `a value of type ${typeof value}`;
}
