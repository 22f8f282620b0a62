/** The tracker as a module: for sites that are built. Does nothing on a server. */
import { type Footfall, start } from './core.ts';
import type { Props } from './event.ts';
import type { Options } from './options.ts';
import { whenShown } from './when-shown.ts';

export type { Footfall, Options, Props };

let isStarted = false;
let running: Footfall | undefined;
/** Made before the tracker runs; undefined when it does. */
let calls: (() => void)[] | undefined = [];

/** Starts measuring; called again it does nothing. */
export function init(options: Options): void {
  if (isStarted || typeof document === 'undefined') return;
  isStarted = true;
  whenShown(() => {
    try {
      running = start(options);
    } catch {
      // A page that has frozen what is watched is not measured; it goes on.
    }
    for (const call of calls ?? []) call();
    calls = undefined;
  });
}

/** Counts an event of the site's own; `props` is flat. Before `init` it is kept until then. */
export function track(type: string, props?: Props): void {
  whenRunning(() => running?.track(type, props));
}

/** Counts a page view of the page shown now: for `auto: false`. */
export function pageview(): void {
  whenRunning(() => running?.pageview());
}

function whenRunning(call: () => void): void {
  if (typeof document === 'undefined') return;
  if (calls) calls.push(call);
  else call();
}
