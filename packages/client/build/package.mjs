/** Writes the published package to dist/package, from source and from the output of `tsc -b`: one module, one file of types, package.json and the README. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { writePackage } from '../../../scripts/write-package.mjs';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'dist/package');

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
await build({
  entryPoints: [join(root, 'src/client.ts')],
  outfile: join(folder, 'client.js'),
  bundle: true,
  format: 'esm',
  target: 'es2022',
  charset: 'utf8',
});

/** The files that declare the exports of the module; as one file, they import nothing from each other. */
const declarations = ['endpoints', 'options', 'api-error', 'filter', 'query', 'client'].map((name) =>
  readFileSync(join(root, `dist/${name}.d.ts`), 'utf8').replaceAll(
    /^(import .*|export (type )?(\{[^}]*\}|\*) from .*|export \{\};|\/\/# .*)\n?/gm,
    '',
  ),
);
writeFileSync(join(folder, 'client.d.ts'), declarations.join('\n'));

writePackage(root, { '.': { types: './client.d.ts', default: './client.js' } });
