/** The real process within a hard limit on its memory. `node bench/memory.mjs` does the same with a million events, within 700 MB. */
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { build } from '@footfall/test-servers';
import { describeWithMemoryLimit } from './memory-limit.fixture.ts';

const root = resolve(__dirname, '../../..');
/** Includes the page cache. */
const limitMb = 700;
/** The memory of the process itself, without the page cache. */
const restMbMax = 250;

describeWithMemoryLimit('memory of the process', () => {
  it(`serves within a hard limit of ${limitMb} MB while 60,000 visitors arrive that nobody has seen and a log of 5,000 lines is imported, and gives back all but ${restMbMax} MB of its own`, async () => {
    await build();
    const size = [
      '--events',
      '60000',
      '--batch',
      '100',
      '--pages',
      '1',
      '--lines',
      '5000',
      '--rest',
      '2',
      '--limit',
      String(limitMb),
    ];
    const { status, stdout } = spawnSync(process.execPath, ['bench/memory.mjs', ...size, '--json'], {
      cwd: root,
      encoding: 'utf8',
    });
    const figures = JSON.parse(stdout) as { restMb: number };
    expect({ status, figures }).toMatchObject({
      status: 0,
      figures: { isAlive: true, killed: 0, phases: { import: { accepted: 5_000 } } },
    });
    expect(figures.restMb).toBeLessThanOrEqual(restMbMax);
  });
});
