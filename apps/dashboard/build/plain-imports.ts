/** Loads later scripts with a plain `import()`: Vite's own loader also loads their styles and dependencies, and they have none. */
import type { Plugin } from 'vite';

const loader = '\0vite/preload-helper.js';

export function plainImports(): Plugin {
  return {
    name: 'plain-imports',
    enforce: 'pre',
    load: (id) => (id === loader ? 'export const __vitePreload = (load) => load();' : undefined),
  };
}
