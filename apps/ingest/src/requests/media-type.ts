/** The supported bodies: JSON, or plain text with JSON in it, in UTF-8; plain, gzip or deflate. */
import { AppError } from '@footfall/errors';
import { shownValue } from '@footfall/schemas';

export type Encoding = 'identity' | 'gzip' | 'deflate';

/** The headers that trackers and most servers send. */
const usual: ReadonlySet<string | undefined> = new Set(['application/json', 'text/plain;charset=UTF-8', 'text/plain']);
const mediaTypePattern = /^(application\/json|text\/plain)[ \t]*(;.*)?$/i;
const charsetPattern = /;[ \t]*charset[ \t]*=[ \t]*("?)([^";\s]*)\1/gi;

const encodings = new Map<string, Encoding>([
  ['', 'identity'],
  ['identity', 'identity'],
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['deflate', 'deflate'],
]);

/** Throws UNSUPPORTED_MEDIA_TYPE unless `contentType` is JSON or plain text, in UTF-8. A page can send plain text without a CORS preflight. */
export function requireMediaType(contentType: string | undefined): void {
  if (usual.has(contentType)) return;
  const parameters = mediaTypePattern.exec(contentType?.trim() ?? '');
  if (!parameters) {
    throw unsupported(`Content-Type must be application/json or text/plain, got ${shownValue(contentType)}`);
  }
  for (const [, , charset] of (parameters[2] ?? '').matchAll(charsetPattern)) {
    if (!/^utf-?8$/i.test(charset ?? '')) {
      throw unsupported(`The charset in Content-Type must be utf-8, got ${shownValue(charset)}`);
    }
  }
}

/** Returns the content encoding of a body. Throws UNSUPPORTED_MEDIA_TYPE for any other, and for several. */
export function readEncoding(contentEncoding: string | undefined): Encoding {
  const encoding = encodings.get(contentEncoding?.trim().toLowerCase() ?? '');
  if (encoding) return encoding;
  const message = `Content-Encoding must be gzip, deflate or identity, got ${shownValue(contentEncoding)}`;
  throw unsupported(message, { 'Accept-Encoding': 'gzip, deflate' });
}

function unsupported(message: string, headers: Record<string, string> = {}): AppError {
  return new AppError('UNSUPPORTED_MEDIA_TYPE', message, { headers });
}
