/** Reads the body of a request: in bounds of size, decompressed, as text. */
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import { AppError } from '@footfall/errors';
import { readEncoding, requireMediaType } from './media-type.ts';

/** The client went away before its request was whole: nobody is left to answer. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone';
}

/** Told of every byte before it is kept; throws when there is no room. */
export type Reserve = (bytes: number) => void;

export interface Body {
  text: string;
  /** Decompressed. */
  bytes: number;
}

/**
 * The body of `request` as text. Rejects with UNSUPPORTED_MEDIA_TYPE, with PAYLOAD_TOO_LARGE over `bytesMax` (as sent
 * or decompressed), with BAD_REQUEST when it is not what its headers say, with ClientGone, or with what `reserve` throws.
 */
export async function readBody(request: IncomingMessage, bytesMax: number, reserve: Reserve): Promise<Body> {
  const { headers } = request;
  requireMediaType(headers['content-type']);
  const encoding = readEncoding(headers['content-encoding']);
  if (Number(headers['content-length'] ?? 0) > bytesMax) throw tooLarge(bytesMax);
  const sent = await collect(request, bytesMax, reserve);
  if (encoding === 'identity') return toText(sent);
  const plain = decompress(sent, encoding, bytesMax);
  reserve(plain.length);
  return toText(plain);
}

/** Reads what is left of a refused body and throws it away, so that the client gets to read its answer; cuts the connection after `bytesMax`. */
export function discardBody(request: IncomingMessage, bytesMax: number): void {
  if (request.complete) return;
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > bytesMax) request.destroy();
  });
  request.resume();
}

function collect(request: IncomingMessage, bytesMax: number, reserve: Reserve): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const take = (chunk: Buffer) => {
      bytes += chunk.length;
      try {
        if (bytes > bytesMax) throw tooLarge(bytesMax);
        reserve(chunk.length);
        chunks.push(chunk);
      } catch (error) {
        request.off('data', take);
        reject(error instanceof Error ? error : new Error('no room', { cause: error }));
      }
    };
    const whole = () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks));
    const gone = () => {
      if (!request.readableEnded) reject(new ClientGone());
    };
    if (request.destroyed) gone();
    request.on('data', take).once('end', whole).once('error', gone).once('close', gone);
  });
}

/** Synchronous, because the pool that would do it otherwise is shared with the engine's slow queries; the bound on what comes out keeps it to a few milliseconds. */
function decompress(sent: Buffer, encoding: 'gzip' | 'deflate', bytesMax: number): Buffer {
  const options = { maxOutputLength: bytesMax };
  try {
    if (encoding === 'gzip') return gunzipSync(sent, options);
    // By the standard deflate is zlib's format; some clients send it bare.
    return hasZlibHeader(sent) ? inflateSync(sent, options) : inflateRawSync(sent, options);
  } catch (error) {
    const hasCode = typeof error === 'object' && error !== null && 'code' in error;
    if (hasCode && error.code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(bytesMax);
    throw new AppError('BAD_REQUEST', `The body is not valid ${encoding}`, { cause: error });
  }
}

function hasZlibHeader(sent: Buffer): boolean {
  const [method = 0, flags = 0] = sent;
  return (method & 0x0f) === 8 && (method * 256 + flags) % 31 === 0;
}

function toText(bytes: Buffer): Body {
  if (!isUtf8(bytes)) throw new AppError('BAD_REQUEST', 'The body is not valid UTF-8');
  const text = bytes.toString('utf8');
  return { text: text.startsWith('\uFEFF') ? text.slice(1) : text, bytes: bytes.length };
}

function tooLarge(bytesMax: number): AppError {
  return new AppError('PAYLOAD_TOO_LARGE', `The body has at most ${bytesMax} bytes, decompressed`);
}
