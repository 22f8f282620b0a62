/** The property test once more, from each source, on embedded drivers on hosts in other time zones; cluster/side-by-side has processes on servers in them. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const runs = process.env['FOOTFALL_ZONE_RUNS'] ?? '1';
const testTimeoutMs = 300_000 + Number(runs) * 300_000;

// With and without daylight saving; an offset that is no whole hour.
it.each([
  ['events', 'America/New_York'],
  ['rollups', 'Asia/Kathmandu'],
])(
  'A19 answers the same from %s on a host in %s',
  async (source, zone) => {
    const { stderr } = await promisify(execFile)(
      process.execPath,
      [
        'node_modules/jest/bin/jest.js',
        'packages/testing/src/property.int.test.ts',
        '--runInBand',
        '-t',
        `from ${source} on embedded`,
      ],
      { cwd: root, env: { ...process.env, TZ: zone, FOOTFALL_PROPERTY_RUNS: runs } },
    );
    expect(stderr).toMatch(/^Tests: .*\b1 passed/m);
  },
  testTimeoutMs,
);
