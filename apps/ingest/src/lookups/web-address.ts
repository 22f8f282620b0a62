/** Splits a web address as it was written: nothing is encoded, decoded or normalized. */

const form = /^https?:[/\\]{2}[^/\\?#]+([^?#]*)(?:\?([^#]*))?/i;

export interface WebAddress {
  /** Lower-case, in punycode, without a final dot. */
  hostname: string;
  /** As written, without query and fragment; `/` when empty. */
  path: string;
  /** As written, without `?`. */
  query: string;
}

/** Returns the parts of an absolute http or https URL; undefined if `text` is none. User name, password and port are left out. */
export function readWebAddress(text: string): WebAddress | undefined {
  const written = text.trim();
  const parts = form.exec(written);
  if (!parts) return undefined;
  const hostname = hostnameOf(written);
  if (hostname === undefined) return undefined;
  return { hostname, path: parts[1] || '/', query: parts[2] ?? '' };
}

function hostnameOf(url: string): string | undefined {
  try {
    const { hostname } = new URL(url);
    return (hostname.endsWith('.') ? hostname.slice(0, -1) : hostname) || undefined;
  } catch {
    return undefined;
  }
}
