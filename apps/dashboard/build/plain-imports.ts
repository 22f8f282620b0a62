/** Leaves out Vite's preloading of what a script imports later: the page has a single style sheet, and its later scripts depend on the first one. */
import type { Plugin } from 'vite';

const helper = '\0vite/preload-helper.js';

export function plainImports(): Plugin {
  return {
    name: 'plain-imports',
    enforce: 'pre',
    load: (id) => (id === helper ? 'export const __vitePreload = (load) => load();' : undefined),
  };
}
