/** Recognizes bots by name: those on a public list, and those that call themselves bots. Other programs that are not browsers are not bots. */
import { createRequire } from 'node:module';
import { z } from 'zod';

/** HTTP libraries are on the list as well: they say which program has sent a request, not whether a person is behind it. */
const libraryTag = 'http-library';

/** Includes the names of tools that drive a browser. */
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

/** Returns true if a user agent names a known bot. Call it only for user agents that are not ordinary browsers, because the list contains some browsers inside apps. */
export function namesBot(userAgent: string): boolean {
  return selfNamed.test(userAgent) || listed.test(userAgent);
}
