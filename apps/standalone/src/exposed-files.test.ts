/** Permissions of other users on the data directory and the keys in it, each on its own. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exposedFiles } from './exposed-files.ts';

let directory: string;
let credentials: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'footfall-exposed-'));
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
    `DATA_DIR ${directory} can be written by other users (mode ${ofDirectory}): chmod go-w ${directory}`,
    `The keys in ${credentials} can be read or changed by other users (mode ${ofKeys}): chmod 600 ${credentials}`,
  ]);
});

it('G21 a directory that others can list leads to no warning', async () => {
  chmodSync(directory, '755');
  chmodSync(credentials, '600');
  expect(await exposedFiles(directory)).toEqual([]);
});
