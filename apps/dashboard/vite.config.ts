/** How the dashboard is built: into `dist/site`, with the content's hash in every name but that of `index.html`. */
import { defineConfig } from 'vite';
import { computedFiles } from './build/files.ts';

export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [computedFiles()],
  // Packages of this repository are read as source, so nothing has to be built before.
  resolve: { conditions: ['source', 'module', 'browser'] },
  // Elements as calls of Preact's own function, which is shorter than those of a JSX runtime.
  oxc: { jsx: { runtime: 'classic', pragma: 'h', pragmaFrag: 'Fragment' } },
  build: {
    outDir: 'dist/site',
    emptyOutDir: true,
    target: ['chrome125', 'firefox128', 'safari17.5'],
    // The page is one script; what it loads later has no dependencies of its own.
    modulePreload: false,
    // Data URLs are against the content security policy.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    minify: 'terser',
    terserOptions: { module: true, compress: { passes: 2 } },
    rolldownOptions: {
      transform: { inject: { h: ['preact', 'h'], Fragment: ['preact', 'Fragment'] } },
      preserveEntrySignatures: 'allow-extension',
      // All that the page needs at once is one script, whatever the scripts that come later share with it.
      // What those have in common is one as well.
      output: {
        codeSplitting: {
          groups: [
            { name: 'index', tags: ['$initial'] },
            { name: 'forms', test: /src.controls/ },
          ],
        },
      },
    },
  },
});
