/** The build of the dashboard: into `dist/site`, with the content's hash in every name except `index.html`. */
import { defineConfig } from 'vite';
import { computedFiles } from './build/files.ts';
import { plainImports } from './build/plain-imports.ts';

export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [computedFiles(), plainImports()],
  // Packages of this repository are read as source, so that the dashboard builds without their output.
  resolve: { conditions: ['source', 'module', 'browser'] },
  // Elements are calls of Preact's own function, which is shorter than those of a JSX runtime.
  oxc: { jsx: { runtime: 'classic', pragma: 'h', pragmaFrag: 'Fragment' } },
  build: {
    outDir: 'dist/site',
    emptyOutDir: true,
    target: ['chrome125', 'firefox128', 'safari17.5'],
    minify: 'terser',
    terserOptions: { compress: { passes: 3 } },
    // The page is one script; the scripts that it loads later depend only on it.
    modulePreload: false,
    // The content security policy forbids data URLs.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      transform: { inject: { h: ['preact', 'h'], Fragment: ['preact', 'Fragment'] } },
      preserveEntrySignatures: 'allow-extension',
      // Everything that the page needs at once is one script, whatever the later scripts share with it.
      // Modules that the later scripts share are in a second one.
      output: {
        codeSplitting: {
          groups: [
            { name: 'index', tags: ['$initial'] },
            { name: 'forms', test: /src.(controls|resources)/ },
          ],
        },
      },
    },
  },
});
