/** Completes a package in the folder that is published: its manifest without what only this repository needs, its README and the license. */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Writes them to `dist/package` of the package in the folder `root`; `exports` are relative to it. */
export function writePackage(root, exports) {
  const folder = join(root, 'dist/package');
  const { name, version, description, type, license, sideEffects, engines } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  );
  const manifest = { name, version, description, type, license, sideEffects, engines, exports };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  copyFileSync(join(root, 'README.md'), join(folder, 'README.md'));
  copyFileSync(join(import.meta.dirname, '../LICENSE'), join(folder, 'LICENSE'));

  // Only pnpm packs `publishConfig.directory`; npm would pack the folder of the sources.
  if (process.env['npm_config_user_agent']?.startsWith('npm/')) {
    process.stderr.write(`Nothing is packed: npm packs the package in its own folder, with: npm pack ${folder}\n`);
    process.exitCode = 1;
  }
}
