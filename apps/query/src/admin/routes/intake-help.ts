/** Advice to the people of a workspace for each reason for which ingest refuses events. */

const help: Readonly<Record<string, string>> = {
  NO_KEY: 'Add data-key with a public key of this workspace to the script tag.',
  UNKNOWN_KEY: 'Copy the whole public key into data-key, or create a new one.',
  CONFLICTING_KEYS: 'Send the key in one place only.',
  EXPIRED_KEY: 'Create a new public key, and put it into data-key.',
  REVOKED_KEY: 'Create a new public key, and put it into data-key.',
  SECRET_KEY_IN_PAGE: 'Revoke this secret key now, and put a public key into data-key.',
  SECRET_KEY_IN_OPEN: 'Revoke this secret key now. Pages need a public key; servers send the secret one in a header.',
  ORIGIN_NOT_ALLOWED: 'If this is your site, add its host to the allowed origins in the settings of the workspace.',
  BOT: 'Automated browsers and scripts are not counted. Open the page in an ordinary browser.',
  INVALID_TIMESTAMP: 'Leave timestamp out, or send ISO 8601 or milliseconds since 1970.',
  FORBIDDEN_FIELD: 'Send userAgent and ip from your server, with a secret key.',
  EVENT_TOO_LARGE: 'Send fewer or shorter props.',
  RATE_LIMIT: 'Nothing is lost if the sender tries again, as the tracker does. INGEST_EVENTS_PER_MINUTE is the limit.',
  UNAVAILABLE: 'Nothing is lost if the sender tries again, as the tracker does. The log of ingest has the cause.',
};

const unnamedOrigin =
  'The browser did not name the page: a sandboxed frame, a local file or, in Firefox and Safari, the last events of a page whose Referrer-Policy is no-referrer or same-origin. On your site, use strict-origin-when-cross-origin.';

/** Returns advice on a refusal. `origin`: null if the request named no web page. Returns null if the message of the refusal is sufficient. */
export function helpFor(code: string, origin: string | null): string | null {
  return code === 'ORIGIN_NOT_ALLOWED' && origin === null ? unnamedOrigin : (help[code] ?? null);
}

/** Returns advice for a workspace with neither events nor refusals. */
export function nothingCame(minutes: number): string {
  return `No request for this workspace has arrived in the last ${minutes} minutes. Is the script tag on the page, with the whole key in data-key?`;
}
