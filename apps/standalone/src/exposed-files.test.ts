/** Permissions of other users on the data directory and the keys in it, each on its own. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exposedFiles } from './exposed-files.ts';

let directory: string;
let credentials: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "footfall-exposed Ann's "));
  credentials = join(directory, 'credentials.json');
  writeFileSync(credentials, '');
});
afterEach(() => rmSync(directory, { recursive: true }));

it.each([
  ['720', '640'],
  ['702', '604'],
  ['720', '620'],
  ['702', '602'],
])('G21 mode %s of the directory and %s of the keys lead to a warning each', async (ofDirectory, ofKeys) => {
  chmodSync(directory, ofDirectory);
  chmodSync(credentials, ofKeys);
  expect(await exposedFiles(directory)).toEqual([
    expect.stringMatching(
      `^DATA_DIR ${directory} can be written by other users \\(mode ${ofDirectory}\\): chmod go-w \\S`,
    ),
    expect.stringMatching(
      `^The keys in ${credentials} can be read or changed by other users \\(mode ${ofKeys}\\): chmod 600 \\S`,
    ),
  ]);
});

it('G21 the commands at the end of the warnings can be copied, even if the path has spaces and an apostrophe', async () => {
  chmodSync(directory, '777');
  chmodSync(credentials, '666');
  for (const warning of await exposedFiles(directory)) {
    const command = warning.slice(warning.indexOf('chmod '));
    expect(spawnSync('sh', ['-c', command], { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
  }
  expect([directory, credentials].map((path) => statSync(path).mode & 0o777)).toEqual([0o755, 0o600]);
});

it('G21 a directory that others can list leads to no warning', async () => {
  chmodSync(directory, '755');
  chmodSync(credentials, '600');
  expect(await exposedFiles(directory)).toEqual([]);
});
