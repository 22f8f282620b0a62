/** The script tag: its options, and the calls that the page made before the script had loaded. */
import { type Footfall, open } from './core.ts';
import type { Options } from './options.ts';

declare global {
  interface Window {
    /** `q` is the queue of the stub in a page: the calls to be made, oldest first. */
    footfall?: Footfall & { q?: [keyof Footfall, ...never[]][] };
  }
}

/** A script element in SVG has no `src`. */
const tag: { src?: string; dataset: DOMStringMap } | null = document.currentScript;
if (tag?.src) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- ingest says so if the tag has no key.
  const options = { endpoint: tag.src.replace(/[^/]*(\?.*)?$/, '') } as Options & Record<string, unknown>;
  // An empty attribute counts as true, or, for the endpoint, as omitted.
  for (const name in tag.dataset)
    options[name] = tag.dataset[name] !== 'false' && (tag.dataset[name] || options[name] || true);
  const stub = self.footfall;
  // An element with this ID has no such method.
  const running = stub?.join ? stub : (self.footfall = open());
  running.join(options);
  for (const [name, ...args] of stub?.q ?? []) {
    const calls: Record<keyof Footfall, (...args: never[]) => void> = running;
    calls[name](...args);
  }
}
