/** The encodings that bodies go out in, and which of them a request would have. */
import { promisify } from 'node:util';
import { brotliCompress, constants, deflate, gzip } from 'node:zlib';

export type Encoding = keyof typeof encoders;

/** Of Brotli: what takes about as long as gzip. */
const brotliQuality = 4;

const [brotli, gzipped, deflated] = [promisify(brotliCompress), promisify(gzip), promisify(deflate)];
const encoders = {
  br: (text: string) => brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }),
  gzip: (text: string) => gzipped(text),
  deflate: (text: string) => deflated(text),
  identity: (text: string) => Promise.resolve(Buffer.from(text)),
};
/** Of two that a request weighs the same, the first. */
const byPreference = ['br', 'gzip', 'deflate', 'identity'] as const satisfies readonly Encoding[];

export function encode(text: string, encoding: Encoding): Promise<Buffer> {
  return encoders[encoding](text);
}

/** The encoding that an `Accept-Encoding` weighs most (RFC 9110, 12.5.3); without one, and for one that leaves nothing, the plain text. */
export function chooseEncoding(acceptEncoding: string | undefined): Encoding {
  if (acceptEncoding === undefined) return 'identity';
  const weights = readWeights(acceptEncoding);
  // Nobody has to name the plain text; unless it is weighed it comes after everything that is.
  const weightOf = (encoding: Encoding) =>
    weights.get(encoding) ?? weights.get('*') ?? (encoding === 'identity' ? Number.MIN_VALUE : 0);
  let chosen: Encoding = 'identity';
  let most = 0;
  for (const encoding of byPreference) {
    const weight = weightOf(encoding);
    if (weight > most) [chosen, most] = [encoding, weight];
  }
  return chosen;
}

function readWeights(acceptEncoding: string): Map<string, number> {
  return new Map(
    acceptEncoding.split(',').map((part) => {
      const [coding = '', ...parameters] = part.split(';');
      const weight = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/i.exec(parameter)?.[1]).find(Boolean);
      return [coding.trim().toLowerCase(), weight === undefined ? 1 : Number(weight)];
    }),
  );
}
