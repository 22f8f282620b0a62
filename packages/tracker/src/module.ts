/** The tracker as a module: for sites that are built. Does nothing on a server. */
import { type Footfall, open } from './core.ts';
import type { Props } from './event.ts';
import type { Options } from './options.ts';

export type { Footfall, Options, Props };

let running: Footfall | undefined;
/** Made before `init`, oldest first. */
let calls: ((footfall: Footfall) => void)[] = [];

/** Starts measuring; called again with another key, it measures for both workspaces. */
export function init(options: Options): void {
  if (typeof document === 'undefined') return;
  running ??= open();
  try {
    running.join(options);
  } catch {
    // A page that has frozen what is watched is not measured; it continues.
  }
  for (const made of calls) made(running);
  calls = [];
}

/** Counts an event of the site's own; `props` is flat. Before `init` it is kept until then. */
export function track(type: string, props?: Props): void {
  call((footfall) => footfall.track(type, props));
}

/** Counts a page view of the page shown now: for `auto: false`. */
export function pageview(): void {
  call((footfall) => footfall.pageview());
}

/** Starts all automatic measurements: for `auto: false`, and after `stop`. */
export function start(): void {
  call((footfall) => footfall.start());
}

/** Ends all measurements, calls of `track` and `pageview` included, until `start`. */
export function stop(): void {
  call((footfall) => footfall.stop());
}

function call(made: (footfall: Footfall) => void): void {
  if (typeof document === 'undefined') return;
  if (running) made(running);
  else calls.push(made);
}
