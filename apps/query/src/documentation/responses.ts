/** The headers and errors that operations share. */
import { type ErrorCode, errorStatus } from '@footfall/errors';

const integer = { type: 'integer' } as const;
export const text = { type: 'string' } as const;

/** Headers by the responses that have them. */
const onEvery = {
  'X-RateLimit-Limit': {
    description:
      "The plan's requests per minute; 2147483647 when unlimited. Of the ingest server, only if there is a limit: `INGEST_EVENTS_PER_MINUTE` or, without a valid key, the requests per minute of the client's address.",
    schema: integer,
  },
  'X-RateLimit-Remaining': {
    description: "Requests left in this minute's window; events with `INGEST_EVENTS_PER_MINUTE`.",
    schema: integer,
  },
  'X-RateLimit-Reset': { description: 'Unix time in seconds at which the window ends.', schema: integer },
  'X-Request-Id': { description: 'Identifies the request in the log.', schema: text },
};
const onResults = {
  'Cache-Control': {
    description: '`private`, and the remaining cache time in seconds. `no-store` for errors and images.',
    schema: text,
  },
  'Last-Modified': { description: 'When the result was computed.', schema: text },
  'X-Period': { description: 'Start and end of the range of the result.', schema: text },
  'X-Ignored-Parameters': { description: 'Names of the parameters that the endpoint does not know.', schema: text },
  ETag: { description: 'Identifies the workspace and the result; send it back in `If-None-Match`.', schema: text },
};
const onComparisons = {
  'X-Compared-Period': {
    description:
      'Start and end of the earlier range that the result is compared with. For breakdown and goals, only of the part that is used. Missing without a comparison.',
    schema: text,
  },
};
const onFiles = {
  'Content-Disposition': { description: 'File name, only with CSV.', schema: text },
};
const onRefusals = {
  Allow: { description: 'Allowed methods.', schema: text },
  'Retry-After': { description: 'Seconds to wait before a retry.', schema: integer },
  'WWW-Authenticate': { description: '`Bearer`.', schema: text },
};
export const headers = { ...onEvery, ...onResults, ...onComparisons, ...onFiles, ...onRefusals };

interface Fault {
  when: string;
  /** The header of this response in addition to those of every response. */
  header?: keyof typeof onRefusals;
}

/** The reason of each error code, for documentation. */
const faults: Readonly<Record<ErrorCode, Fault>> = {
  BAD_REQUEST: { when: 'a parameter or a field of the body is invalid; the message names it and what is allowed.' },
  UNAUTHORIZED: { when: 'the key or session is missing or invalid.', header: 'WWW-Authenticate' },
  FORBIDDEN: { when: 'the key or the person does not have permission.' },
  NOT_FOUND: { when: 'the resource does not exist.' },
  METHOD_NOT_ALLOWED: { when: 'the resource does not support this method.', header: 'Allow' },
  REQUEST_TIMEOUT: { when: 'the body did not arrive in time.' },
  CONFLICT: { when: 'the state of the resource does not allow the request.' },
  PAYLOAD_TOO_LARGE: { when: 'the body is too large.' },
  UNSUPPORTED_MEDIA_TYPE: {
    when: 'the type of the body is not JSON (events: JSON or text), or its encoding is not known.',
  },
  RATE_LIMIT: { when: 'a rate limit is exceeded.', header: 'Retry-After' },
  INTERNAL_ERROR: { when: 'something went wrong on the server; its log has the cause under `X-Request-Id`.' },
  UNAVAILABLE: {
    when: 'a store does not respond, the server is overloaded, or the result would exceed a limit; then the message says which parameter to change.',
    header: 'Retry-After',
  },
};

/** The errors that every endpoint of the analytics API may return. */
export const analyticsFaults = [
  'BAD_REQUEST',
  'UNAUTHORIZED',
  'FORBIDDEN',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'RATE_LIMIT',
  'INTERNAL_ERROR',
  'UNAVAILABLE',
] as const satisfies readonly ErrorCode[];

/** Those that can occur once the parameters are known. */
const afterParameters: ReadonlySet<ErrorCode> = new Set(['BAD_REQUEST', 'INTERNAL_ERROR', 'UNAVAILABLE']);

export const errorSchema = {
  type: 'object' as const,
  description: 'The body of every error response.',
  properties: {
    success: { type: 'boolean' as const, description: 'Always false.' },
    error: {
      type: 'object' as const,
      description: 'What went wrong.',
      properties: {
        code: { ...text, enum: Object.keys(faults), description: 'Error code, for programs.' },
        message: { ...text, description: 'What is wrong, what was received and what is allowed, for people.' },
      },
      required: ['code', 'message'],
      additionalProperties: false,
    },
  },
  required: ['success', 'error'],
  additionalProperties: false,
};

/** The headers of a response of the analytics API. */
export const resultHeaders = references(Object.keys({ ...onEvery, ...onResults }));

/** Those of a response of the ingest server. */
export const ingestionHeaders = references(Object.keys(onEvery));

/** Those of the image that counts a pageview. */
export const pixelHeaders = references([...Object.keys(onEvery), 'Cache-Control']);

/** Those of a response that compares its range with another. */
export const comparisonHeaders = references(Object.keys(onComparisons));

/** Those that only a response with a body has. */
export const fileHeaders = references(Object.keys(onFiles));

/** The name of the response to a request whose URL and headers are too long. */
export const headersTooLarge = 'HEADERS_TOO_LARGE';

/** Returns the responses of the analytics API for errors, as components by their code. */
export function analyticsFaultResponses() {
  const names = [...Object.keys(onEvery), 'Cache-Control'];
  const byCode = Object.fromEntries(
    analyticsFaults.map((code) => {
      const ignored = afterParameters.has(code) ? ['X-Ignored-Parameters'] : [];
      return [code, faultResponse(code, [...names, ...ignored, ...ownHeader(code)])];
    }),
  );
  // Refused before the key is read, so the rate limit is not known.
  const tooLarge = {
    ...faultResponse('BAD_REQUEST', ['X-Request-Id']),
    description: 'BAD_REQUEST: the URL and the headers together have more than 16 KiB.',
  };
  return { ...byCode, [headersTooLarge]: tooLarge };
}

/** Returns the responses of the admin API for every code, by status. */
export function adminFaultResponses() {
  return byStatus(Object.keys(faults).filter(isErrorCode), ['X-Request-Id']);
}

/** Returns the responses of the ingestion API for `codes`, by status. */
export function ingestionFaultResponses(codes: readonly ErrorCode[]) {
  return byStatus(codes, Object.keys(onEvery));
}

function byStatus(codes: readonly ErrorCode[], names: readonly string[]) {
  return Object.fromEntries(
    codes.map((code) => [errorStatus[code], faultResponse(code, [...names, ...ownHeader(code)])]),
  );
}

function isErrorCode(name: string): name is ErrorCode {
  return name in faults;
}

function ownHeader(code: ErrorCode): string[] {
  const { header } = faults[code];
  return header ? [header] : [];
}

function faultResponse(code: ErrorCode, names: readonly string[]) {
  return {
    description: `${code}: ${faults[code].when}`,
    headers: references(names),
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  };
}

function references(names: readonly string[]) {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
