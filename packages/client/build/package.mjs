/** Writes the package that is published to dist/package, from source and from the output of `tsc -b`: one module, one file of types, and what describes them. */
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

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

const { name, version, description, type, license, sideEffects, engines } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
);
const exports = { '.': { types: './client.d.ts', default: './client.js' } };
const manifest = { name, version, description, type, license, sideEffects, engines, exports };
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
copyFileSync(join(root, 'README.md'), join(folder, 'README.md'));
copyFileSync(join(root, '../../LICENSE'), join(folder, 'LICENSE'));

// Only pnpm packs `publishConfig.directory`; npm would pack the folder of the sources.
if (process.env['npm_config_user_agent']?.startsWith('npm/')) {
  process.stderr.write(`Nothing is packed: npm packs the package in its own folder, with: npm pack ${folder}\n`);
  process.exitCode = 1;
}
