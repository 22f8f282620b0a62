/** Writes what is published, from source and from what `tsc -b` made of it: one module, and one file of its types. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'dist/package');

await build({
  entryPoints: [join(root, 'src/client.ts')],
  outfile: join(folder, 'client.js'),
  bundle: true,
  format: 'esm',
  target: 'es2022',
  charset: 'utf8',
});

/** The files that declare the exports of the module; as one file, they import nothing from each other. */
const declarations = ['endpoints', 'credentials', 'api-error', 'filter', 'client'].map((name) =>
  readFileSync(join(root, `dist/${name}.d.ts`), 'utf8').replaceAll(
    /^(import .*|export (type )?(\{.*\}|\*) from .*|export \{\};|\/\/# .*)\n?/gm,
    '',
  ),
);
writeFileSync(join(folder, 'client.d.ts'), declarations.join('\n'));
