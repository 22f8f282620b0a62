/** `GET /api/v1/page.gif`: a pageview of a page without scripts, as an image. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { AppError } from '@footfall/errors';
import { setRequestId } from '@footfall/http';
import { originOfPage, originsIn, type Sender } from './caller.ts';
import { allowReading } from './cors.ts';
import type { Instruments } from './instruments.ts';
import type { Intake } from './intake.ts';
import type { Content, Reception } from './reception.ts';

/** One transparent pixel. */
const image = Buffer.from('R0lGODlhAQABAIAAAP///wAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64');

/** The reasons for which a view of the pixel is not counted, without an error: the page was prefetched, or its visitor sends Global Privacy Control. */
type IgnoredView = 'PREFETCH' | 'GPC';

/** Returns the handler of GET for the pixel. */
export function createPixelHandler(intake: Intake, instruments: Instruments): RequestListener {
  const respond = async (reception: Reception): Promise<number> => {
    const { request, response } = reception;
    await intake.identify(reception);
    await intake.accept(reception, 0, () => contentOf(request));
    setRequestId(response);
    allowReading(request, response);
    return sendPixel(response);
  };
  return (request, response) => {
    const reason = ignored(request);
    if (reason === undefined) {
      intake.handle(request, response, senderOf, respond);
      return;
    }
    setRequestId(response);
    allowReading(request, response);
    instruments.rejected.inc({ code: reason });
    instruments.requests.inc({ status: sendPixel(response) });
  };
}

/** A browser requests an image without an Origin, and often without a Referer: the page named by the URL must be allowed, and the headers must not contradict it. */
function senderOf(request: IncomingMessage): Sender {
  const { url } = readPage(request);
  const origins = originsIn(request.headers);
  if (url !== undefined) origins.push(originOfPage(url));
  return { isPage: origins.length > 0, origins };
}

function contentOf(request: IncomingMessage): Content {
  const { url, title, referrer } = readPage(request);
  const toBatch = () => {
    if (url === undefined) {
      throw new AppError('BAD_REQUEST', 'url must be the URL of the page, unless the Referer header has it');
    }
    return { events: [{ type: '$pageview', url, title, referrer }], clockOffsetMs: 0 };
  };
  return { key: undefined, bytes: request.url?.length ?? 0, toBatch };
}

/** Sends the image and returns the status. */
export function sendPixel(response: ServerResponse): number {
  response.statusCode = 200;
  response.setHeader('Content-Type', 'image/gif');
  response.setHeader('Content-Length', image.length);
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
  response.end(image);
  return response.statusCode;
}

/** Reads the page's fields; those that are absent or empty are undefined. */
function readPage({ url = '', headers }: IncomingMessage): Record<'url' | 'title' | 'referrer', string | undefined> {
  const query = new URLSearchParams(url.slice(url.indexOf('?') + 1));
  const read = (name: string) => query.get(name) || undefined;
  return { url: read('url') ?? (headers.referer || undefined), title: read('title'), referrer: read('referrer') };
}

/** Returns the reason why a view is not counted; undefined if it is. */
function ignored({ headers }: IncomingMessage): IgnoredView | undefined {
  if (/^prefetch\b/i.test(String(headers['sec-purpose'] ?? headers.purpose ?? headers['x-moz'] ?? '')))
    return 'PREFETCH';
  return headers['sec-gpc'] === '1' ? 'GPC' : undefined;
}
