/** The output of the start script on a machine that cannot run Footfall. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** Runs the script after `change` has made this machine look like another. */
function runAfter(change: string, args: readonly string[] = ['start']) {
  const preload = `data:text/javascript,${encodeURIComponent(change)}`;
  return spawnSync(process.execPath, ['--import', preload, join(__dirname, 'run.mjs'), ...args], { encoding: 'utf8' });
}

describe('the start script', () => {
  it.each([
    [
      'Node is too old',
      `Object.defineProperty(process.versions, 'node', { value: '18.20.8' })`,
      /^Node 18\.20\.8 is too old.*20\.19/,
    ],
    [
      'it is Windows',
      `Object.defineProperty(process, 'platform', { value: 'win32' })`,
      /^Windows has no embedded ClickHouse/,
    ],
    [
      'its C library is musl',
      `Object.defineProperty(process, 'platform', { value: 'linux' });
       process.report.getReport = () => ({ header: {} })`,
      /^This Linux uses musl/,
    ],
  ])('prints one line if %s', (_what, change, reason) => {
    const { status, stdout, stderr } = runAfter(change);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(reason);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  });

  it('prints its usage if it has no argument', () => {
    expect(runAfter('', []).stderr).toMatch(/^Usage: /);
  });
});
