/** Repeats tests on machines in other time zones: those of time zones, and the property test, from each source, on embedded drivers; cluster/side-by-side has processes on servers in them. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const runs = process.env['FOOTFALL_ZONE_RUNS'] ?? '1';
const testTimeoutMs = 300_000 + Number(runs) * 300_000;

// With and without daylight saving; an offset of a fraction of an hour.
it.each([
  ['events', 'America/New_York'],
  ['rollups', 'Asia/Kathmandu'],
])(
  'A19 answers the same from %s on a host in %s',
  async (source, zone) => {
    const stderr = await runIn(zone, ['packages/testing/src/property.int.test.ts', '-t', `from ${source} on embedded`]);
    expect(stderr).toMatch(/^Tests: .*\b1 passed/m);
  },
  testTimeoutMs,
);

it.each(['America/New_York', 'Australia/Lord_Howe'])(
  'reads and names the times of any zone the same on a host in %s',
  async (zone) => {
    const stderr = await runIn(zone, [
      'packages/warehouse/src/queries/sql',
      'packages/warehouse/src/queries/endpoints/time-zones.int.test.ts',
    ]);
    expect(stderr).toMatch(/^Tests: +\d+ passed, \d+ total/m);
  },
  testTimeoutMs,
);

/** Resolves with the output of the test run; rejects if a test fails. */
async function runIn(zone: string, args: readonly string[]): Promise<string> {
  const { stderr } = await promisify(execFile)(
    process.execPath,
    ['node_modules/jest/bin/jest.js', ...args, '--runInBand'],
    { cwd: root, env: { ...process.env, TZ: zone, FOOTFALL_PROPERTY_RUNS: runs } },
  );
  return stderr;
}
