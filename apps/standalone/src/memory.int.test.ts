/** The real process within a hard limit on its memory. `node bench/memory.mjs` does the same with a million events, within 700 MB. */
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { build } from '@footfall/test-servers';
import { describeWithMemoryLimit } from './memory-limit.fixture.ts';

const root = resolve(__dirname, '../../..');
/** The hard limit, including the page cache. */
const limitMb = 700;
const importedLines = 5_000;

describeWithMemoryLimit('memory of the process', () => {
  beforeAll(() => build());

  // The memory at rest is that of the process itself, without the page cache.
  it.each([
    { load: '20,000 events arrive', events: 20_000, batch: 10, pages: 4, restMbMax: 200 },
    { load: '60,000 new visitors arrive', events: 60_000, batch: 100, pages: 1, restMbMax: 250 },
  ])(
    `serves within a hard limit of ${limitMb} MB while $load and a log of ${importedLines} lines is imported, and frees all but $restMbMax MB`,
    ({ events, batch, pages, restMbMax }) => {
      const size = { events, batch, pages, lines: importedLines, rest: 2, limit: limitMb };
      const options = Object.entries(size).flatMap(([name, value]) => [`--${name}`, String(value)]);
      const { status, stdout } = spawnSync(process.execPath, ['bench/memory.mjs', ...options, '--json'], {
        cwd: root,
        encoding: 'utf8',
      });
      const figures = JSON.parse(stdout) as { restMb: number };
      expect({ status, figures }).toMatchObject({
        status: 0,
        figures: { isAlive: true, killed: 0, phases: { import: { accepted: importedLines } } },
      });
      expect(figures.restMb).toBeLessThanOrEqual(restMbMax);
    },
  );
});
