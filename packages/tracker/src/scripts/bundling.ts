/** Bundles the tracker's modules into a script. */
import { fileURLToPath } from 'node:url';
import { minify_sync } from 'terser';

const ecma = 2022;

/** Returns the options of the bundler. */
export function bundling(isCore: boolean) {
  const entry = fileURLToPath(new URL('../../src/script.ts', import.meta.url));
  return {
    entryPoints: { script: entry },
    bundle: true,
    minify: true,
    format: 'esm',
    target: `es${ecma}`,
    legalComments: 'none',
    define: {
      'import.meta.isCore': String(isCore),
      // Only the module is loaded where there is no `fetch`.
      'globalThis.fetch': 'fetch',
    },
    // Without it, the output would contain "use strict", which is implied in a module.
    tsconfigRaw: {},
    treeShaking: true,
    write: false,
  } as const;
}

/** Minifies once more, which saves another twentieth, and wraps in a block: last, or the minifier could remove it and leave names in the page. */
export function pack(module: string, isCore = false): string {
  const { code = '' } = minify_sync(module, {
    ecma,
    toplevel: true,
    compress: {
      passes: 5,
      // With functions inlined, only the core compresses better.
      reduce_funcs: isCore,
      unsafe: true,
      unsafe_arrows: true,
      unsafe_methods: true,
      unsafe_math: true,
      pure_getters: true,
      keep_fargs: false,
      lhs_constants: false,
    },
  });
  return `{${code.replace(/^var /, 'let ').replace(/;$/, '')}}`;
}
