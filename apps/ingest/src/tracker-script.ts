/** `GET /tracker.js` and its siblings: the tracker, compressed once, for any page of any site. */
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { methodNotAllowed } from '@footfall/http';
import { type ServedScript, servedScripts } from '@footfall/tracker/served';
import { Router } from 'express';

/** By what the server prefers when a client likes several the same. */
const encodings = ['br', 'gzip', 'identity'] as const;
type Encoding = (typeof encodings)[number];

const latestCaching = 'public, max-age=3600, stale-while-revalidate=86400';
const pinnedCaching = 'public, max-age=31536000, immutable';

const headers = {
  'Content-Type': 'text/javascript; charset=utf-8',
  'X-Content-Type-Options': 'nosniff',
  // Any page may load it, also with `integrity` or under COEP, and see how long that took.
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Timing-Allow-Origin': '*',
  Vary: 'Accept-Encoding',
};

/** Serves each script under its name and under the one that pins its content. */
export function trackerScripts(): Router {
  const router = Router({ caseSensitive: true, strict: true });
  for (const script of servedScripts) {
    const bodies = compress(script);
    const serve = (path: string, caching: string) =>
      router.all(path, (request, response) => {
        if (request.method !== 'GET' && request.method !== 'HEAD') throw methodNotAllowed('GET, HEAD');
        const encoding = preferredEncoding(request.headers['accept-encoding']);
        response.set({ ...headers, 'Cache-Control': caching, ETag: `"${script.hash}-${encoding}"` });
        if (encoding !== 'identity') response.set('Content-Encoding', encoding);
        // Answers with 304 when that is what the client has.
        response.send(bodies[encoding]);
      });
    serve(`/${script.name}`, latestCaching);
    serve(`/${script.pinnedName}`, pinnedCaching);
  }
  return router;
}

/** At their hardest levels: it is done once. */
function compress({ content }: ServedScript): Record<Encoding, Buffer> {
  const identity = Buffer.from(content);
  return {
    br: brotliCompressSync(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }),
    gzip: gzipSync(identity, { level: constants.Z_BEST_COMPRESSION }),
    identity,
  };
}

/** Of those that the client likes best the smallest. Express would take the one named first, and browsers name brotli last. */
function preferredEncoding(accepted = ''): Encoding {
  const qualities = new Map(accepted.toLowerCase().split(',').map(readQuality));
  const qualityOf = (encoding: Encoding) =>
    qualities.get(encoding) ?? (encoding === 'identity' ? 0 : (qualities.get('*') ?? 0));
  const best = Math.max(...encodings.map(qualityOf));
  return encodings.find((encoding) => best > 0 && qualityOf(encoding) === best) ?? 'identity';
}

function readQuality(item: string): [encoding: string, quality: number] {
  const [encoding = '', ...parameters] = item.split(';').map((part) => part.trim());
  const quality = parameters.find((parameter) => parameter.startsWith('q='));
  return [encoding, quality === undefined ? 1 : Number(quality.slice(2)) || 0];
}
