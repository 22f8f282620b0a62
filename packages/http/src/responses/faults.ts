/** The last handlers of every server, which convert anything thrown into an error of the catalogue. */
import type { ServerResponse } from 'node:http';
import { AppError, type ErrorCode, toAppError } from '@footfall/errors';
import type { Logger } from '@footfall/process';
import type { ErrorRequestHandler, RequestHandler } from 'express';
import { chooseEncoding } from './encoding.ts';
import { sendError } from './respond.ts';

/** The errors of Express and its body parser, by their status. */
const byStatus: Readonly<Record<number, [ErrorCode, string]>> = {
  400: ['BAD_REQUEST', 'The body must be a JSON object in valid UTF-8'],
  413: ['PAYLOAD_TOO_LARGE', 'The body is too large'],
  415: ['UNSUPPORTED_MEDIA_TYPE', 'The body is in an encoding or charset that is not understood'],
};

export function notFound(): AppError {
  return new AppError('NOT_FOUND', 'Not found');
}

/** The last handler but one, for requests to which no other handler has responded. */
export const notFoundHandler: RequestHandler = () => {
  throw notFound();
};

/** The last handler: responds to anything thrown. */
export function faultHandler(logger: Logger): ErrorRequestHandler {
  return (thrown, _request, response, _next) => sendFault(response, thrown, logger);
}

/** Responds with the error for anything thrown, in the encoding that the request prefers. */
export function sendFault(response: ServerResponse, thrown: unknown, logger: Logger): void {
  const encoding = chooseEncoding(response.req.headers['accept-encoding']);
  sendError(response, known(thrown), logger, encoding);
}

function known(thrown: unknown): AppError {
  if (!(thrown instanceof Error) || thrown instanceof AppError) return toAppError(thrown);
  // A path that cannot be decoded does not exist.
  if (thrown instanceof URIError) return notFound();
  const status = 'status' in thrown && typeof thrown.status === 'number' ? thrown.status : 500;
  const match = byStatus[status];
  return match ? new AppError(match[0], match[1], { cause: thrown }) : toAppError(thrown);
}
