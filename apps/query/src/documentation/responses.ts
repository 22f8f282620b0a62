/** The headers and errors that operations share. */
import { type ErrorCode, errorStatus } from '@footfall/errors';

const integer = { type: 'integer' } as const;
export const text = { type: 'string' } as const;

/** Headers by the responses that have them. */
const onEvery = {
  'X-RateLimit-Limit': { description: "The plan's requests per minute; 2147483647 when unlimited.", schema: integer },
  'X-RateLimit-Remaining': { description: "What is left of them in this minute's window.", schema: integer },
  'X-RateLimit-Reset': { description: 'Unix time in seconds at which the window ends.', schema: integer },
  'X-Request-Id': { description: 'Ties the response to the log.', schema: text },
};
const onAnswers = {
  'Cache-Control': { description: '`private`, and how many seconds the answer has left.', schema: text },
  'Last-Modified': { description: 'When the answer was computed.', schema: text },
  'X-Period': { description: 'Start and end of the range that the answer is about.', schema: text },
  'X-Ignored-Parameters': { description: 'The names of the parameters that the endpoint does not have.', schema: text },
  ETag: { description: 'Of workspace and result; send it back in `If-None-Match`.', schema: text },
};
const onFiles = {
  'Content-Disposition': { description: 'With CSV, the name of the file.', schema: text },
};
const onRefusals = {
  Allow: { description: 'The methods that the resource has.', schema: text },
  'Retry-After': { description: 'Seconds until a retry makes sense.', schema: integer },
  'WWW-Authenticate': { description: '`Bearer`.', schema: text },
};
export const headers = { ...onEvery, ...onAnswers, ...onFiles, ...onRefusals };

interface Fault {
  when: string;
  /** The header of this response in addition to those of every response. */
  header?: keyof typeof onRefusals;
}

/** The reason of each error code, for documentation. */
const faults: Readonly<Record<ErrorCode, Fault>> = {
  BAD_REQUEST: { when: 'a parameter or a field of the body is wrong; the message names it and what is allowed.' },
  UNAUTHORIZED: { when: 'no key or session, or none that is valid.', header: 'WWW-Authenticate' },
  FORBIDDEN: { when: 'the key or the person may not do this.' },
  NOT_FOUND: { when: 'no such resource.' },
  METHOD_NOT_ALLOWED: { when: 'the resource does not have this method.', header: 'Allow' },
  REQUEST_TIMEOUT: { when: 'the body did not arrive in time.' },
  CONFLICT: { when: 'the state of the resource does not allow it.' },
  PAYLOAD_TOO_LARGE: { when: 'the body is too large.' },
  UNSUPPORTED_MEDIA_TYPE: { when: 'the body is neither JSON nor text, or has another encoding than gzip or deflate.' },
  RATE_LIMIT: { when: 'a rate limit is used up.', header: 'Retry-After' },
  INTERNAL_ERROR: { when: 'something went wrong on the server; its log has the cause under `X-Request-Id`.' },
  UNAVAILABLE: { when: 'a store does not answer, or too much is in progress.', header: 'Retry-After' },
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

export const errorSchema = {
  type: 'object' as const,
  description: 'The body of every response that is not a success.',
  properties: {
    success: { type: 'boolean' as const, const: false, description: 'Always false.' },
    error: {
      type: 'object' as const,
      description: 'What went wrong.',
      properties: {
        code: { ...text, enum: Object.keys(faults), description: 'The kind of error, for programs.' },
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
export const answerHeaders = references(Object.keys({ ...onEvery, ...onAnswers }));

/** The same with those that only a response with a body has. */
export const successHeaders = references(Object.keys({ ...onEvery, ...onAnswers, ...onFiles }));

/** Returns the responses of the analytics API for errors, as components by their code. */
export function analyticsFaultResponses() {
  return Object.fromEntries(
    analyticsFaults.map((code) => [code, faultResponse(code, [...Object.keys(onEvery), ...ownHeader(code)])]),
  );
}

/** Returns the responses for `codes` by status. */
export function faultResponses(codes: readonly ErrorCode[]) {
  return Object.fromEntries(
    codes.map((code) => [errorStatus[code], faultResponse(code, ['X-Request-Id', ...ownHeader(code)])]),
  );
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
