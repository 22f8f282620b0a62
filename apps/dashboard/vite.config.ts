/** How the dashboard is built: into `dist/site`, with the content's hash in every name but that of `index.html`. */
import { defineConfig } from 'vite';
import { computedModules } from './build/modules.ts';

export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [computedModules()],
  // Packages of this repository are read as source, so nothing has to be built before.
  resolve: { conditions: ['source', 'module', 'browser'] },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: 'dist/site',
    emptyOutDir: true,
    target: 'es2022',
    // Every browser that has `es2022` preloads modules by itself.
    modulePreload: { polyfill: false },
    // Data URLs are against the content security policy.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
});
