/** The encodings that bodies are sent in, and which of them a request prefers. */
import { promisify } from 'node:util';
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  deflate,
  deflateSync,
  gzip,
  gzipSync,
  type BrotliOptions,
  type ZlibOptions,
} from 'node:zlib';

/** In the order in which the server prefers those that a request weighs the same. */
export const encodings = ['br', 'gzip', 'deflate', 'identity'] as const;
export type Encoding = (typeof encodings)[number];

/** `once` is for what is kept as long as the process runs, `often` for everything else. */
export type Effort = 'once' | 'often';

interface Options {
  brotli: BrotliOptions;
  zlib: ZlibOptions;
}

/** Up to this size the hardest Brotli takes milliseconds; above, seconds for a megabyte. */
const hardestBytesMax = 64 * 1024;
/** Of Brotli: takes about as long as gzip. */
const quickQuality = 4;
/** Of Brotli: a tenth of a second for a megabyte. */
const thoroughQuality = 9;
/** The windows for bodies that are compressed at once: an error is about as long. */
const smallWindowBits = 10;

const [brotli, gzipped, deflated] = [promisify(brotliCompress), promisify(gzip), promisify(deflate)];

/** Compresses on the thread pool. */
export async function encode(content: string | Buffer, encoding: Encoding, effort: Effort = 'often'): Promise<Buffer> {
  if (encoding === 'identity') return Buffer.from(content);
  const options = effort === 'often' ? quickly() : thoroughly(content.length);
  switch (encoding) {
    case 'br':
      return brotli(content, options.brotli);
    case 'gzip':
      return gzipped(content, options.zlib);
    case 'deflate':
      return deflated(content, options.zlib);
  }
}

/**
 * Compresses at once, in a few microseconds for a short body. For answers that anybody can cause: those that were queued
 * for the thread pool would hold a compressor's memory each, half a megabyte and more, while they wait.
 */
export function encodeNow(text: string, encoding: Exclude<Encoding, 'identity'>): Buffer {
  const { brotli: brotliOptions, zlib } = sparingly();
  switch (encoding) {
    case 'br':
      return brotliCompressSync(text, brotliOptions);
    case 'gzip':
      return gzipSync(text, zlib);
    case 'deflate':
      return deflateSync(text, zlib);
  }
}

const quickly = (): Options => ({ brotli: brotliOptionsOf(quickQuality), zlib: {} });
const sparingly = (): Options => ({
  brotli: brotliOptionsOf(quickQuality, smallWindowBits),
  zlib: { windowBits: smallWindowBits, memLevel: constants.Z_MIN_MEMLEVEL },
});
const thoroughly = (bytes: number): Options => ({
  brotli: brotliOptionsOf(bytes <= hardestBytesMax ? constants.BROTLI_MAX_QUALITY : thoroughQuality),
  zlib: { level: constants.Z_BEST_COMPRESSION },
});

function brotliOptionsOf(quality: number, windowBits: number = constants.BROTLI_DEFAULT_WINDOW): BrotliOptions {
  return { params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_LGWIN]: windowBits } };
}

/**
 * The one of `offered` that an `Accept-Encoding` weighs most (RFC 9110, 12.5.3). The plain text without a header, and
 * when the header leaves nothing else.
 */
export function chooseEncoding<Offered extends Encoding = Encoding>(
  acceptEncoding: string | undefined,
  offered: readonly (Offered | 'identity')[],
): Offered | 'identity' {
  if (acceptEncoding === undefined) return 'identity';
  const weights = readWeights(acceptEncoding);
  // Nobody has to name the plain text; unless it is weighed it comes after everything that is.
  const weightOf = (encoding: Encoding) =>
    weights.get(encoding) ?? (encoding === 'identity' ? Number.MIN_VALUE : (weights.get('*') ?? 0));
  let chosen: Offered | 'identity' = 'identity';
  let most = 0;
  for (const encoding of offered) {
    const weight = weightOf(encoding);
    if (weight > most) [chosen, most] = [encoding, weight];
  }
  return chosen;
}

/** A weight that is not a number leaves its encoding out. */
function readWeights(acceptEncoding: string): Map<string, number> {
  return new Map(
    acceptEncoding.split(',').map((part) => {
      const [coding = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
      return [coding, weight === undefined ? 1 : Number(weight) || 0];
    }),
  );
}
