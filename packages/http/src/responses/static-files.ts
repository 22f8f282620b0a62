/** Files in memory, compressed once for each encoding, and sent without a copy. */
import { createHash } from 'node:crypto';
import type { Request, RequestHandler } from 'express';
import { Body } from './body.ts';
import { chooseEncoding } from './encoding.ts';
import { methodNotAllowed } from './method-not-allowed.ts';

export interface StaticFile {
  /** Such as `/docs/swagger-ui.css`. */
  path: string;
  /** A function is called at the first request for the file. */
  content: string | Buffer | (() => string);
  /** The `Content-Type`. */
  type: string;
  /** The `Cache-Control`. */
  caching: string;
  /** Further headers. */
  headers?: Readonly<Record<string, string>>;
}

const methods = 'GET, HEAD';
/** The length of a tag: 128 bits. */
const digestLength = 22;

/**
 * Serves exactly these paths, with 304 if the client has the file already; passes on all other requests.
 * `pathOf` maps a request to the path of a file, by default the requested path.
 */
export function staticFiles(
  files: readonly StaticFile[],
  pathOf: (request: Request) => string = ({ path }) => path,
): RequestHandler {
  const held = new Map(files.map((file) => [file.path, hold(file)]));
  return async (request, response, next) => {
    const file = held.get(pathOf(request));
    if (file === undefined) return next();
    if (request.method !== 'GET' && request.method !== 'HEAD') throw methodNotAllowed(methods, request.method);
    const encoding = chooseEncoding(request.headers['accept-encoding']);
    const { body, digest } = file.made();
    const bytes = await body.in(encoding);
    response.set({ ...file.headers, ETag: `"${digest}-${encoding}"` });
    if (encoding !== 'identity') response.set('Content-Encoding', encoding);
    response.send(bytes);
  };
}

function hold({ content, type, caching, headers }: StaticFile) {
  let made: ReturnType<typeof make> | undefined;
  return {
    made: () => (made ??= make(typeof content === 'function' ? content() : content)),
    headers: { 'Content-Type': type, 'Cache-Control': caching, Vary: 'Accept-Encoding', ...headers },
  };
}

function make(content: string | Buffer) {
  const bytes = Buffer.from(content);
  return {
    body: new Body(() => bytes, 'once'),
    digest: createHash('sha256').update(bytes).digest('base64url').slice(0, digestLength),
  };
}
