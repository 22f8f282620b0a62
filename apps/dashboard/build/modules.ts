/** Modules that are computed when the page is built, from what it must not carry itself. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { extractDefinitions } from './definitions.ts';
import { drawWorldMap } from './world-map.ts';

const metrics = join(import.meta.dirname, '../../../docs/metrics.md');

const modules: Readonly<Record<string, () => unknown>> = {
  'virtual:definitions': () => extractDefinitions(readFileSync(metrics, 'utf8')),
  'virtual:world-map': drawWorldMap,
};

export function computedModules(): Plugin {
  return {
    name: 'computed-modules',
    resolveId: (id) => (id in modules ? `\0${id}` : undefined),
    load(id) {
      const compute = modules[id.slice(1)];
      return compute && `export default JSON.parse(${JSON.stringify(JSON.stringify(compute()))})`;
    },
  };
}
