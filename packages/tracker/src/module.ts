/** The tracker as a module, for sites with a build. Does nothing on a server. */
import { type Footfall, open } from './core.ts';
import type { Props, PropsOf } from './event.ts';
import type { Options } from './options.ts';

export type { Footfall, Options, Props };

let running: Footfall | undefined;
/** Calls made before `init`, oldest first. */
let calls: ((footfall: Footfall) => void)[] = [];

/** Starts measuring; called again with another key, it measures for both workspaces. */
export function init(options: Options): void {
  if (typeof document === 'undefined') return;
  for (const name of ['key', 'endpoint'] as const) {
    const value: unknown = options[name];
    if (typeof value === 'string') continue;
    // An unset variable of the site's build, for example.
    console.warn(`Footfall measures nothing: ${name} must be a string, got ${String(value)}`);
    return;
  }
  running ??= open();
  try {
    running.join(options);
  } catch {
    // A page that has frozen the objects to be watched is not measured, but continues to work.
  }
  for (const made of calls) made(running);
  calls = [];
}

/** Counts a custom event; `props` is flat. Before `init` the call is queued. */
export function track<Given extends PropsOf<Given>>(type: string, props?: Given): void {
  call((footfall) => footfall.track(type, props));
}

/** Counts a pageview of the current page: for `auto: false`. */
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
