/**
 * Transforms a module into its exports: for one that takes a second to run and depends only on the files next to it.
 * Jest caches the result as long as none of them changes. Plain JavaScript, because Jest transforms nothing before it has loaded this.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = new URL('../../../../', import.meta.url);
const runSource = new URL('scripts/run-source.mjs', root).href;
const lockfile = fileURLToPath(new URL('pnpm-lock.yaml', root));

/** Changes with any file of the module's directory, and with the versions of the tools. */
export function getCacheKey(_source, path) {
  const directory = dirname(path);
  const files = readdirSync(directory)
    .toSorted()
    .map((name) => join(directory, name));
  const hash = createHash('sha256').update(path);
  for (const file of [lockfile, ...files]) hash.update(file).update(readFileSync(file));
  return hash.digest('hex');
}

export function process(_source, path) {
  const program = `import * as exported from '${pathToFileURL(path).href}'; console.log(JSON.stringify(exported));`;
  const args = ['--conditions=source', '--import', runSource, '--input-type=module', '--eval', program];
  return { code: `module.exports = ${execFileSync(globalThis.process.execPath, args, { encoding: 'utf8' })}` };
}

export default { getCacheKey, process };
