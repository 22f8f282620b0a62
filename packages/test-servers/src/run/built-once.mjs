/**
 * Transforms a module into its exports: for one that takes a second to run and depends only on its package.
 * Jest caches the result as long as none of them changes. Plain JavaScript, because Jest transforms nothing before it has loaded this.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = new URL('../../../../', import.meta.url);
const runSource = new URL('scripts/run-source.mjs', root).href;
const lockfile = fileURLToPath(new URL('pnpm-lock.yaml', root));

/** Changes with any source of the module's package, and with the versions of the tools. */
export function getCacheKey(_source, path) {
  const sources = path.slice(0, path.lastIndexOf('/src/') + 5);
  const files = readdirSync(sources, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
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
