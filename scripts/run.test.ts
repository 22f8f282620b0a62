/** The output of the start script on a machine that cannot run Footfall, and while it installs packages. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

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

describe('the installation of packages', () => {
  let checkout: string;
  beforeEach(() => {
    checkout = mkdtempSync(join(tmpdir(), 'footfall-run-'));
    mkdirSync(join(checkout, 'scripts'));
    for (const name of ['package.json', 'scripts/run.mjs', 'scripts/process-environment.mjs']) {
      copyFileSync(join(__dirname, '..', name), join(checkout, name));
    }
  });
  afterEach(() => rmSync(checkout, { recursive: true }));

  /** Starts the checkout on a terminal of 40 columns, with a program instead of npx that prints a line of pnpm's progress and fails. */
  function install(home = checkout): string {
    const npx = `#!/bin/sh\necho 'Progress: resolved 692, reused 0, downloaded 529, added 527'\nexit 1\n`;
    writeFileSync(join(checkout, 'npx'), npx, { mode: 0o755 });
    const terminal = 'process.stderr.isTTY = true; process.stderr.columns = 40;';
    const { stderr } = spawnSync(
      process.execPath,
      ['--import', `data:text/javascript,${encodeURIComponent(terminal)}`, join(checkout, 'scripts/run.mjs'), 'start'],
      { encoding: 'utf8', env: { PATH: `${checkout}:${process.env['PATH']}`, HOME: home } },
    );
    return stderr;
  }

  it('shows its progress on one line of a narrow terminal', () => {
    const shown = install()
      .match(/Installing packages: resolved[^\r\n]*/g)
      ?.map(stripVTControlCharacters);
    expect(shown).toEqual(['Installing packages: resolved 692, reus']);
  });

  it('says that it needs a home directory if it fails without one', () => {
    expect(install(join(checkout, 'missing'))).toMatch(
      /missing does not exist or cannot be written: set HOME to .*\n$/,
    );
    expect(install()).toMatch(/\nInstalling packages failed \(see above\)\n$/);
  });
});
