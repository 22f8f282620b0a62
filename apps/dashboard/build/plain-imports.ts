/** Removes Vite's preloading from dynamic imports: the page has a single style sheet, and its later scripts depend on the first one. */
import type { Plugin } from 'vite';

const helper = '\0vite/preload-helper.js';

/** A call of the helper, around an import or around a function that picks one export of it. */
const call =
  /__vitePreload\((?:async )?\(\) => (?:\{\s*const \{ \w+ \} = await )?(import\("[^"]+"\))(?:;\s*return \{ \w+ \};\s*\})?, __VITE_PRELOAD__\)/g;

export function plainImports(): Plugin {
  return {
    name: 'plain-imports',
    enforce: 'pre',
    load: (id) => (id === helper ? 'export const __vitePreload = (load) => load();' : undefined),
    renderChunk: (code) => code.replaceAll(call, '$1'),
  };
}
