/** Completes the package that is published in dist/package, where `tsc -p tsconfig.module.json` has written the module and its types. */
import { join } from 'node:path';
import { writePackage } from '../../../scripts/write-package.mjs';

writePackage(join(import.meta.dirname, '..'), { '.': { types: './module.d.ts', default: './module.js' } });
