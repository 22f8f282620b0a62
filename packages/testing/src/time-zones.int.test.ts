/** The property test once more, on the embedded drivers, on hosts in other time zones; cluster/side-by-side has processes on servers in them. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const runs = process.env['FOOTFALL_ZONE_RUNS'] ?? '1';
/** From events, and from rollups. */
const sources = 2;
const testTimeoutMs = 300_000 + Number(runs) * 300_000;

// With and without daylight saving; an offset that is no whole hour.
it.each(['America/New_York', 'Asia/Kathmandu'])(
  'A19 answers the same on a host in %s',
  async (zone) => {
    const { stderr } = await promisify(execFile)(
      process.execPath,
      [
        'node_modules/jest/bin/jest.js',
        'packages/testing/src/property.int.test.ts',
        '--runInBand',
        '-t',
        'on embedded',
      ],
      { cwd: root, env: { ...process.env, TZ: zone, FOOTFALL_PROPERTY_RUNS: runs } },
    );
    expect(stderr).toMatch(new RegExp(`^Tests: .*\\b${sources} passed`, 'm'));
  },
  testTimeoutMs,
);
