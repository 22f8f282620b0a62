/** Reads the body of a request: within limits of size and time, decompressed, as text. */
import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import { AppError } from '@footfall/errors';
import type { Reservation } from '../admission/admission.ts';
import type { ReservedBytes } from '../admission/body-memory.ts';
import type { IngestLimits } from '../config.ts';
import { readEncoding, requireMediaType } from './media-type.ts';

/** The error for a client that disconnected before its request was complete, so that no response can be sent. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone';
}

export interface Body {
  text: string;
  /** Decompressed. */
  bytes: number;
}

/**
 * Receives the body of `request` as sent. Rejects with UNSUPPORTED_MEDIA_TYPE, with PAYLOAD_TOO_LARGE, with REQUEST_TIMEOUT if
 * it arrives too slowly, with ClientGone, with the error of `reserve`, and with that of the reservation's cancellation.
 */
export async function receiveBody(
  request: IncomingMessage,
  limits: IngestLimits,
  reservation: Reservation,
): Promise<Buffer> {
  const { headers } = request;
  requireMediaType(headers['content-type']);
  readEncoding(headers['content-encoding']);
  if (Number(headers['content-length'] ?? 0) > limits.bodyBytesMax) throw tooLarge(limits.bodyBytesMax);
  return collect(request, limits, reservation);
}

/** Decodes the body `sent` with `headers`. Throws PAYLOAD_TOO_LARGE if it has over `bytesMax` decompressed, BAD_REQUEST if it does not match its headers, and the error of `reserved.reserve`. */
export function decodeBody(
  sent: Buffer,
  headers: IncomingHttpHeaders,
  bytesMax: number,
  reserved: ReservedBytes,
): Body {
  const encoding = readEncoding(headers['content-encoding']);
  if (encoding === 'identity') return toText(sent);
  const plain = decompress(sent, encoding, bytesMax);
  reserved.reserve(plain.length);
  return toText(plain);
}

/** Reads and discards the rest of a refused body, so that the client can read the response; closes the connection after `bytesMax`. */
export function discardBody(request: IncomingMessage, bytesMax: number): void {
  if (request.complete) return;
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > bytesMax) request.destroy();
  });
  request.resume();
}

function collect(
  request: IncomingMessage,
  limits: IngestLimits,
  { bytes, cancellation }: Reservation,
): Promise<Buffer> {
  const { bodyBytesMax, bodyProgressMs, bodyProgressBytesMin } = limits;
  cancellation.throwIfCancelled();
  return new Promise((resolve, reject) => {
    const body = new GrowingBuffer();
    let bytesAtLastCheck = 0;
    const checkProgress = () => {
      if (body.bytes - bytesAtLastCheck < bodyProgressBytesMin) fail(tooSlow(limits));
      bytesAtLastCheck = body.bytes;
    };
    const progress = setInterval(checkProgress, bodyProgressMs);
    const stop = () => {
      clearInterval(progress);
      request.off('data', take);
    };
    const fail = (error: unknown) => {
      stop();
      reject(error);
    };
    const take = (chunk: Buffer) => {
      try {
        if (body.bytes + chunk.length > bodyBytesMax) throw tooLarge(bodyBytesMax);
        bytes.reserve(chunk.length);
        body.add(chunk);
      } catch (error) {
        fail(error);
      }
    };
    const whole = () => {
      stop();
      resolve(body.contents());
    };
    const gone = () => {
      if (!request.readableEnded) fail(new ClientGone());
    };
    if (request.destroyed) gone();
    cancellation.whileWaiting(fail);
    request.on('data', take).once('end', whole).once('error', gone).once('close', gone);
  });
}

/** Bytes in one piece: a list of chunks would need a hundred times their size if they arrive one byte at a time. */
class GrowingBuffer {
  #buffer: Buffer = Buffer.alloc(0);
  bytes = 0;

  add(chunk: Buffer): void {
    const bytes = this.bytes + chunk.length;
    // The first chunk is usually the only one, which need not be copied.
    if (this.bytes === 0) this.#buffer = chunk;
    else {
      if (bytes > this.#buffer.length) this.#grow(bytes);
      chunk.copy(this.#buffer, this.bytes);
    }
    this.bytes = bytes;
  }

  contents(): Buffer {
    return this.#buffer.subarray(0, this.bytes);
  }

  #grow(bytesMin: number): void {
    const grown = Buffer.allocUnsafeSlow(Math.max(bytesMin, 2 * this.#buffer.length));
    this.contents().copy(grown);
    this.#buffer = grown;
  }
}

/** Synchronous, because the thread pool is shared with the slow queries of the embedded engine. The limit on the output bounds it to a few milliseconds. */
function decompress(sent: Buffer, encoding: 'gzip' | 'deflate', bytesMax: number): Buffer {
  const options = { maxOutputLength: bytesMax };
  try {
    if (encoding === 'gzip') return gunzipSync(sent, options);
    // By the standard, deflate is zlib's format; some clients omit its header.
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
  return new AppError('PAYLOAD_TOO_LARGE', `The body must have at most ${bytesMax} bytes, decompressed`);
}

function tooSlow({ bodyProgressMs, bodyProgressBytesMin }: IngestLimits): AppError {
  const seconds = bodyProgressMs / 1000;
  return new AppError(
    'REQUEST_TIMEOUT',
    `The body arrived too slowly: less than ${bodyProgressBytesMin} bytes in ${seconds} s`,
  );
}
