/** Recognizes bots by name: those on a public list, and those that call themselves bots. Recognizes HTTP libraries by their names, and words that bots and libraries have in theirs. */
import { createRequire } from 'node:module';
import { createIsbotFromList, list as botSigns } from 'isbot';
import { z } from 'zod';

/** HTTP libraries are on the list as well; they identify the program that sent a request, which a person may use. */
const libraryTag = 'http-library';

/** Includes the names of tools that drive a browser. */
const selfNamed =
  /(?<!cu)bots?(?:\b|_)|crawl|spider|scrap[ey]|prerender|headless|phantomjs|cypress\/|playwright|puppeteer|selenium/i;

// Node 20 warns of modules that are JSON.
const list = z
  .array(z.object({ pattern: z.string(), tags: z.array(z.string()).default([]) }))
  .parse(createRequire(import.meta.url)('crawler-user-agents'));
const listed = anyOf(list.filter(({ tags }) => !tags.includes(libraryTag)));
const listedLibraries = anyOf(list.filter(({ tags }) => tags.includes(libraryTag)));

/** HTTP libraries that are not on the list, by language, and programs that are used like one. isbot does not recognize Dart and PowerShell, and the others only by their form. */
const furtherLibraries = [
  'Bun|Deno|undici|Dart',
  'armeria|Jersey|[Kk]tor[- ]client|ReactorNetty|Vert\\.x-WebClient',
  'hyper|isahc|reqwest|ureq',
  'excon|Faraday|Ruby|Typhoeus',
  'CakePHP|ReactPHP|LWP::\\w+',
  'hackney|mint|req',
  'Boost\\.Beast|cpprestsdk|libsoup|LuaSocket',
  'ApacheBench|aria2|bruno-runtime|insomnia|Swagger-Codegen|xh',
].join('|');
const furtherLibrary = new RegExp(`^(?:${furtherLibraries})(?:[/ ]|$)|PowerShell/`);

/** Signs of isbot that are forms, such as `Name/1.0`, not names or words. Apps have names of these forms as well. */
const forms: ReadonlySet<string> = new Set([
  '^[\\w \\.\\-\\(?:\\):%]+(?:/v?\\d+(?:\\.\\d+)?(?:\\.\\d{1,10})*?)?(?:,|$)',
  '^[\\w\\-]+/[\\w]+$',
  '^\\w+/[\\w\\(\\)]*$',
  '^\\w+/\\d\\.\\d\\s\\([\\w@]+\\)$',
]);
const hasBotWord = createIsbotFromList(botSigns.filter((sign) => !forms.has(sign)));

/** The name of a browser alone, which no browser sends. */
const bareBrowser = /^(?:Mozilla|Chrome|Firefox|Safari)\b/i;

/** Returns true if a user agent names a known bot. Call it only for user agents that are not ordinary browsers, because the list contains some browsers inside apps. */
export function namesBot(userAgent: string): boolean {
  return selfNamed.test(userAgent) || listed.test(userAgent);
}

/** Returns true if a user agent is that of an HTTP library that `looksAutomatic` does not recognize. */
export function namesLibrary(userAgent: string): boolean {
  return furtherLibrary.test(userAgent);
}

/** Returns true if a user agent that isbot matches is not that of an app: it names an HTTP library, contains a word such as `http` or `feed`, or claims to be a browser. */
export function looksAutomatic(userAgent: string): boolean {
  return hasBotWord(userAgent) || listedLibraries.test(userAgent) || bareBrowser.test(userAgent);
}

function anyOf(entries: readonly { pattern: string }[]): RegExp {
  return new RegExp(entries.map(({ pattern }) => pattern).join('|'));
}
