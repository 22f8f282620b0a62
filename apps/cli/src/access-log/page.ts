/** Distinguishes page requests from all others. */
import { isbot } from 'isbot';
import type { LogLine } from './line.ts';

/** File extensions of assets, by kind. Everything else is a page: no extension, .html, .php and the like. */
export const assetEndings: Readonly<Record<string, readonly string[]>> = {
  image: 'avif bmp gif ico jpeg jpg png svg tif tiff webp'.split(' '),
  style: ['css'],
  script: 'js map mjs wasm'.split(' '),
  font: 'eot otf ttf woff woff2'.split(' '),
  media: 'aac avi flac flv m4a m4v mkv mov mp3 mp4 ogg ogv swf wav webm'.split(' '),
  download:
    '7z apk bin bz2 deb dmg doc docx epub exe gem gz iso jar msi odt pdf pkg ppt pptx rar rpm tar tgz xls xlsx xz zip'.split(
      ' ',
    ),
  data: 'atom csv json log rdf rss txt webmanifest xml xsl yaml yml'.split(' '),
};

const kinds = new Map(
  Object.entries(assetEndings).flatMap(([kind, endings]) => endings.map((ending) => [ending, kind])),
);

/** The reason why a line is left out of the import. */
export type LeftOut =
  | 'malformed'
  | 'unfinished line'
  | 'another host'
  | 'no address'
  | 'no path'
  | 'bot'
  | `method ${string}`
  | `status ${string}`
  | `not a page: ${string}`;

/** Returns the reason why a line is left out of the import for `host`; undefined for a page of it that a person may have requested: GET, 200 or 304, a path without an asset's extension, no bot or HTTP library. `line` is undefined if it could not be read. */
export function whyLeftOut(line: LogLine | undefined, host: string): LeftOut | undefined {
  if (line === undefined) return 'malformed';
  if (line.host !== undefined && !isOfSite(line.host, host)) return 'another host';
  if (line.method !== 'GET') return `method ${line.method}`;
  if (line.status !== 200 && line.status !== 304) return `status ${line.status}`;
  if (!line.target.startsWith('/')) return 'no path';
  const kind = assetKind(line.target);
  if (kind !== undefined) return `not a page: ${kind}`;
  if (line.address === undefined) return 'no address';
  // The import sends with a secret key, with which ingest accepts HTTP libraries, because they can be an app.
  return isbot(line.userAgent) ? 'bot' : undefined;
}

export function isOfSite(host: string, other: string): boolean {
  return siteOf(host) === siteOf(other);
}

/** Returns the name of the site of `host`: a host with and without `www.`, and on any port, is the same site. */
export function siteOf(host: string): string {
  return host.replace(/^www\./, '').replace(/:\d+$/, '');
}

/** Returns the kind of asset by the extension of the target's path; undefined for a page. */
function assetKind(target: string): string | undefined {
  const [path = ''] = target.split(/[?#]/, 1);
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return dot < 0 ? undefined : kinds.get(name.slice(dot + 1).toLowerCase());
}
