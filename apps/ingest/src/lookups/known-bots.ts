/** Bots by name: those of a public list, and what calls itself one. What is no browser but on no list is not among them. */
import { createRequire } from 'node:module';
import { z } from 'zod';

/** HTTP libraries are on the list as well: they say which program has sent a request, not whether a person is behind it. */
const libraryTag = 'http-library';

/** Also names of what drives a browser. */
const selfNamed =
  /(?<!cu)bots?(?:\b|_)|crawl|spider|scrap[ey]|prerender|headless|phantomjs|cypress\/|playwright|puppeteer|selenium/i;

// Node 20 warns of modules that are JSON.
const list = z
  .array(z.object({ pattern: z.string(), tags: z.array(z.string()).default([]) }))
  .parse(createRequire(import.meta.url)('crawler-user-agents'));
const listed = new RegExp(
  list
    .filter(({ tags }) => !tags.includes(libraryTag))
    .map(({ pattern }) => pattern)
    .join('|'),
);

/** Returns true for a user agent that names a known bot. Some of the list are browsers inside apps: ask only about what is no ordinary browser. */
export function namesBot(userAgent: string): boolean {
  return selfNamed.test(userAgent) || listed.test(userAgent);
}
