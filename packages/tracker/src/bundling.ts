/** How the tracker's modules become a script. */
import { fileURLToPath } from 'node:url';
import { minify_sync } from 'terser';

const ecma = 2022;

/** How the modules become one. */
export function bundling(isCore: boolean) {
  const entry = fileURLToPath(new URL('../src/script.ts', import.meta.url));
  return {
    entryPoints: { script: entry },
    bundle: true,
    minify: true,
    format: 'esm',
    target: `es${ecma}`,
    legalComments: 'none',
    define: { 'import.meta.isCore': String(isCore) },
    // Without it, it would say "use strict", which a module is anyway.
    tsconfigRaw: {},
    treeShaking: true,
    write: false,
  } as const;
}

/** Minifies once more, which takes off another twentieth, and wraps: at last, or the minifier may take the wrapping off and leave names in the page. */
export function pack(module: string): string {
  const { code = '' } = minify_sync(module, {
    ecma,
    toplevel: true,
    compress: {
      passes: 5,
      unsafe: true,
      unsafe_arrows: true,
      unsafe_methods: true,
      pure_getters: true,
      keep_fargs: false,
      lhs_constants: false,
    },
  });
  return `(()=>{${code.replace(/;$/, '')}})();`;
}
