/** Files that are computed when the page is built. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { extractDefinitions } from './definitions.ts';
import { drawWorldMap } from './world-map.ts';

const metrics = join(import.meta.dirname, '../../../docs/metrics.md');

const files: Readonly<Record<string, () => unknown>> = {
  definitions: () => extractDefinitions(readFileSync(metrics, 'utf8')),
  'world-map': drawWorldMap,
};
const prefix = '\0virtual:';

/** `virtual:world-map` is the URL of a file that the page fetches when it needs it. */
export function computedFiles(): Plugin {
  return {
    name: 'computed-files',
    resolveId: (id) => (files[id.slice(prefix.length - 1)] === undefined ? undefined : `\0${id}`),
    load(id) {
      const name = id.slice(prefix.length);
      const compute = id.startsWith(prefix) ? files[name] : undefined;
      if (compute === undefined) return undefined;
      const file = this.emitFile({ type: 'asset', name: `${name}.json`, source: JSON.stringify(compute()) });
      return `export default import.meta.ROLLUP_FILE_URL_${file}`;
    },
  };
}
