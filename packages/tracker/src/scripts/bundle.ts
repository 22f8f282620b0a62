/** The scripts for browsers, built from source. At run time they come from `dist/scripts.js`, which the build writes. */
import { buildSync } from 'esbuild';
import { bundling, pack } from './bundling.ts';

/** The scripts by the names under which they are served. */
export const scripts = {
  'tracker.js': bundle(false),
  'tracker.core.js': bundle(true),
} as const;

function bundle(isCore: boolean): string {
  return pack(buildSync(bundling(isCore)).outputFiles[0]?.text ?? '', isCore);
}
