/** The caches of user agents and sources, which stay small for any input. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { kindOfUtmSource, siteOfHost } from './sites.ts';
import { readUserAgent } from './user-agent.ts';

const count = 2_000;
const longText = 'x'.repeat(16_000);

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** Returns the bytes that remain in use after `read` was called with texts of 16 kB that all begin differently. */
function bytesKept(read: (text: string) => unknown): number {
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  // One flat string, like a header or a body.
  for (let index = 0; index < count; index++) read(Buffer.from(`www.host-${index}.example/${longText}`).toString());
  collectGarbage();
  return process.memoryUsage().heapUsed - before;
}

it.each([
  ['user agents', readUserAgent],
  ['sources of campaigns', kindOfUtmSource],
  ['hosts in longer texts', (text: string) => siteOfHost(text.slice(0, text.indexOf('/')))],
])('keeps at most 2 kB of each of the last %s', (_what, read) => {
  expect(bytesKept(read)).toBeLessThan(count * 2_000);
});
