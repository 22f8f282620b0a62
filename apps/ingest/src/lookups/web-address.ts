/** Splits a web address unchanged: nothing is encoded, decoded or normalized. */
import { LRUCache } from 'lru-cache';

/** The maximum length of a host in the DNS. */
export const hostCharsMax = 253;

const form = /^(https?:[/\\]{2}[^/\\?#]+)([^?#]*)(?:\?([^#]*))?/i;
/** Most pages and referrers are of a few sites. */
const hostnames = new LRUCache<string, { hostname: string | undefined }>({ max: 1_000 });

export interface WebAddress {
  /** Lower-case, in punycode, without a final dot. */
  hostname: string;
  /** As written, without query and fragment; `/` if empty. */
  path: string;
  /** As written, without `?`. */
  query: string;
}

/** Returns the parts of an absolute http or https URL; undefined if `text` is not one. User name, password and port are omitted. */
export function readWebAddress(text: string): WebAddress | undefined {
  const written = text.trim();
  const parts = form.exec(written);
  if (!parts) return undefined;
  const [, site = '', path, query = ''] = parts;
  let known = hostnames.get(site);
  if (known === undefined) hostnames.set(site, (known = { hostname: hostnameOf(site) }));
  const { hostname } = known;
  return hostname === undefined ? undefined : { hostname, path: path || '/', query };
}

function hostnameOf(url: string): string | undefined {
  try {
    const { hostname } = new URL(url);
    return (hostname.endsWith('.') ? hostname.slice(0, -1) : hostname) || undefined;
  } catch {
    return undefined;
  }
}
