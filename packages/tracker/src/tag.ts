/** The script tag: its options, and the calls that the page made before it had loaded. */
import { type Footfall, start } from './core.ts';
import type { Options } from './options.ts';
import { whenShown } from './when-shown.ts';

declare global {
  interface Window {
    /** `q`: of the stub in a page, the calls to be made, oldest first. */
    footfall?: Footfall & { q?: [keyof Footfall, ...unknown[]][] };
  }
}

/** Becomes `window.footfall` when the page is shown. */
export function startFromTag(): void {
  const tag = document.currentScript;
  if (!tag || !('src' in tag)) return;
  const { dataset, src } = tag;
  const options: Options & Record<string, unknown> = { key: '', endpoint: src.replace(/\/[^/]*(\?.*)?$/, '') };
  for (const name in dataset) options[name] = dataset[name] !== 'false' && (dataset[name] || (options[name] ?? true));
  whenShown(() => {
    const stub = window.footfall;
    // It runs already, from another tag; an element with this id has neither.
    if (stub?.track && !stub.q) return;
    const running = start(options) ?? { track() {}, pageview() {} };
    window.footfall = running;
    for (const [name, ...args] of stub?.q ?? []) Reflect.apply(running[name], 0, args);
  });
}
