/** The real process within a hard limit on its memory. `node bench/memory.mjs` does the same with a million events, within 700 MB. */
import { execFileSync, spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

const root = resolve(__dirname, '../../..');
/** Pages of files included; what is left beside its own memory holds the pages of the engine's code. */
const limitMb = 400;

const probe = spawnSync(process.execPath, ['bench/memory-limit.mjs'], { cwd: root, encoding: 'utf8' });
const missing = probe.status === 0 ? undefined : probe.stderr.trim();

describe('memory of the process', () => {
  if (missing !== undefined) {
    it.skip(`left out, for it needs a limit on memory: ${missing}`, () => undefined);
    return;
  }

  it(`serves within a hard limit of ${limitMb} MB while 20,000 events arrive and a log of 5,000 lines is imported`, () => {
    const node = (...args: string[]) => execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
    node('node_modules/typescript/bin/tsc', '-b', 'apps/standalone', 'apps/cli');
    node('packages/tracker/dist/write-scripts.js');
    const size = ['--events', '20000', '--batch', '10', '--lines', '5000', '--rest', '1', '--limit', String(limitMb)];
    const { status, stdout } = spawnSync(process.execPath, ['bench/memory.mjs', ...size, '--json'], {
      cwd: root,
      encoding: 'utf8',
    });
    expect({ status, figures: JSON.parse(stdout) as unknown }).toMatchObject({
      status: 0,
      figures: { isAlive: true, killed: 0, phases: { import: { accepted: 5_000 }, 'after restart': {} } },
    });
  });
});
