/** The built dashboard as files in memory. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import type { StaticFile } from '@footfall/http';
import { version } from '@footfall/process';
import { embeddedPolicy, pagePolicy } from './policy.ts';

/** The keys of the page among the files; different from every path. */
export const pageKeys = { page: 'page', embedded: 'embedded', missing: 'missing' } as const;

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
};
/** The page names its assets by their content, so it changes with them. */
const pageCaching = 'no-cache';
const assetCaching = 'public, max-age=31536000, immutable';

const dashboardPackage = createRequire(import.meta.url).resolve('@footfall/dashboard/package.json');

/** Returns the directory that the build writes, or undefined if it has not run. */
export function findDashboard(): string | undefined {
  const site = join(dirname(dashboardPackage), 'dist/site');
  return existsSync(join(site, 'index.html')) ? site : undefined;
}

export function readDashboard(directory: string): StaticFile[] {
  const head = `<head>\n    <meta name="generator" content="Footfall ${version}" />`;
  const page = readFileSync(join(directory, 'index.html'), 'utf8').replace('<head>', head);
  const html = { content: page, type: typeOf('.html'), caching: pageCaching };
  const assets = join(directory, 'assets');
  return [
    { ...html, path: pageKeys.page, headers: pagePolicy },
    { ...html, path: pageKeys.embedded, headers: embeddedPolicy },
    {
      ...html,
      path: pageKeys.missing,
      // The page's script reads it.
      content: page.replace('id="page"', 'id="page" data-status="404"'),
      // API clients receive an error under the same URL.
      headers: { ...pagePolicy, Vary: 'Accept, Accept-Encoding' },
    },
    ...(existsSync(assets) ? readdirSync(assets) : []).map((name) => ({
      path: `/assets/${name}`,
      content: readFileSync(join(assets, name)),
      type: typeOf(extname(name)),
      caching: assetCaching,
    })),
  ];
}

function typeOf(extension: string): string {
  const type = types[extension];
  if (type === undefined) throw new Error(`The dashboard has a file with the unknown extension "${extension}"`);
  return type;
}
