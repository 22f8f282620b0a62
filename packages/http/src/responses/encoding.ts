/** The encodings of bodies, and the choice of the one that a request prefers. */
import { promisify } from 'node:util';
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  gzip,
  gzipSync,
  type BrotliOptions,
  type ZlibOptions,
} from 'node:zlib';

/** Encodings in the order of preference among those with the same weight in a request. */
const encodings = ['br', 'gzip', 'identity'] as const;
export type Encoding = (typeof encodings)[number];

/** `once` is for bodies that are kept until the process ends, `often` for everything else. */
export type Effort = 'once' | 'often';

/** The limit for the highest quality of Brotli, which takes milliseconds up to this size; above it, seconds per megabyte. */
const hardestBytesMax = 64 * 1024;
/** A quality of Brotli that is about as fast as gzip. */
const quickQuality = 4;
/** The quality of Brotli for larger bodies that are kept: a tenth of a second of CPU time per megabyte. */
const thoroughQuality = 9;
/** The window for bodies that are compressed synchronously, about as long as the body of an error. */
const smallWindowBits = 10;

const [brotli, gzipped] = [promisify(brotliCompress), promisify(gzip)];
type Compressor = (content: string | Buffer, effort: Effort) => Promise<Buffer>;
const compressors: Readonly<Record<Encoding, Compressor>> = {
  br: (content, effort) => brotli(content, brotliOptions(effort === 'often' ? quickQuality : hardQuality(content))),
  gzip: (content, effort) => gzipped(content, zlibOptions(effort)),
  identity: (content) => Promise.resolve(Buffer.from(content)),
};

const smallZlib: ZlibOptions = { windowBits: smallWindowBits, memLevel: constants.Z_MIN_MEMLEVEL };
const smallBrotli = brotliOptions(quickQuality, smallWindowBits);

/** Compresses on the thread pool. */
export function encode(content: string | Buffer, encoding: Encoding, effort: Effort = 'often'): Promise<Buffer> {
  return compressors[encoding](content, effort);
}

/**
 * Compresses at once, in a few microseconds for a short body. For responses that any client can cause: if they were queued
 * for the thread pool, each would hold a compressor's memory, half a megabyte and more, while it waits.
 */
export function encodeNow(text: string, encoding: Encoding): string | Buffer {
  if (encoding === 'identity') return text;
  return encoding === 'br' ? brotliCompressSync(text, smallBrotli) : gzipSync(text, smallZlib);
}

function hardQuality({ length }: string | Buffer): number {
  return length <= hardestBytesMax ? constants.BROTLI_MAX_QUALITY : thoroughQuality;
}

function zlibOptions(effort: Effort): ZlibOptions {
  return effort === 'often' ? {} : { level: constants.Z_BEST_COMPRESSION };
}

function brotliOptions(quality: number, windowBits: number = constants.BROTLI_DEFAULT_WINDOW): BrotliOptions {
  return { params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_LGWIN]: windowBits } };
}

/** Returns the encoding that an `Accept-Encoding` gives the highest weight (RFC 9110, 12.5.3): `identity` without the header, and if the header allows nothing else. */
export function chooseEncoding(acceptEncoding: string | undefined): Encoding {
  if (acceptEncoding === undefined) return 'identity';
  const weights = readWeights(acceptEncoding);
  // Plain text need not be named; without a weight it comes after every encoding that has one.
  const weightOf = (encoding: Encoding) =>
    weights.get(encoding) ?? weights.get('*') ?? (encoding === 'identity' ? Number.MIN_VALUE : 0);
  let chosen: Encoding = 'identity';
  let most = 0;
  for (const encoding of encodings) {
    const weight = weightOf(encoding);
    if (weight > most) [chosen, most] = [encoding, weight];
  }
  return chosen;
}

/** An encoding whose weight is not a number is ignored. */
function readWeights(acceptEncoding: string): Map<string, number> {
  return new Map(
    acceptEncoding.split(',').map((part) => {
      const [coding = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
      return [coding, weight === undefined ? 1 : Number(weight) || 0];
    }),
  );
}
