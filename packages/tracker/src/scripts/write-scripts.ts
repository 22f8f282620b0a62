/** Writes `dist/scripts.js`, because there is no bundler at run time. Does nothing if no source and no version of a package has changed since. */
import { readdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const file = pathOf('../../dist/scripts.js');
const sources = pathOf('../../src');
const inputs = [
  pathOf('../../../../pnpm-lock.yaml'),
  ...readdirSync(sources, { recursive: true, encoding: 'utf8' }).map((name) => join(sources, name)),
];

const changedAtMs = (path: string) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

if (Math.max(...inputs.map(changedAtMs)) >= changedAtMs(file)) {
  // Takes most of a second, as bundling does.
  const { scripts } = await import('./bundle.ts');
  // Never half a file: a process may start meanwhile.
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `export const scripts = ${JSON.stringify(scripts)};\n`);
  renameSync(draft, file);
}
