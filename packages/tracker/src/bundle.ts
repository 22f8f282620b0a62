/** The scripts as browsers get them, made from source. What runs takes them from `dist/scripts.js`, which the build writes. */
import { buildSync } from 'esbuild';
import { bundling, pack } from './bundling.ts';

/** By the name that each is served under. */
export const scripts = {
  'tracker.js': bundle(false),
  'tracker.core.js': bundle(true),
} as const;

function bundle(isCore: boolean): string {
  return pack(buildSync(bundling(isCore)).outputFiles[0]?.text ?? '');
}
