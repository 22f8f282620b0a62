/** Repeats tests on machines in other time zones: those of time zones, and the property test, from each source, on embedded drivers; cluster/side-by-side has processes on servers in them. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const runs = process.env['FOOTFALL_ZONE_RUNS'] ?? '1';
const testTimeoutMs = 300_000 + Number(runs) * 300_000;
const suites = [
  'packages/testing/src/property.int.test.ts',
  'packages/warehouse/src/queries/parameters',
  'packages/warehouse/src/queries/time',
  'packages/warehouse/src/queries/endpoints/time-zones.int.test.ts',
];

// Both have daylight saving; in one it is half an hour, and so is the fraction of the offset.
it.each([
  { source: 'events', otherSource: 'rollups', zone: 'America/New_York' },
  { source: 'rollups', otherSource: 'events', zone: 'Australia/Lord_Howe' },
])(
  'A19 answers from $source, and the times of every zone, are the same on a machine in $zone',
  async ({ otherSource, zone }) => {
    const stderr = await runIn(zone, [...suites, '-t', `^(?!from ${otherSource} on )`]);
    expect(stderr).toMatch(/^Tests: +1 skipped, \d+ passed, \d+ total/m);
  },
  testTimeoutMs,
);

/** Resolves with the output of the test run on the embedded drivers; rejects if a test fails. */
async function runIn(zone: string, args: readonly string[]): Promise<string> {
  const { KAFKA_BROKERS: _kafka, CLICKHOUSE_URL: _clickhouse, REDIS_URL: _redis, ...others } = process.env;
  const { stderr } = await promisify(execFile)(
    process.execPath,
    ['node_modules/jest/bin/jest.js', ...args, '--runInBand'],
    { cwd: root, env: { ...others, TZ: zone, FOOTFALL_PROPERTY_RUNS: runs } },
  );
  return stderr;
}
