/** Page views, events of the site's own, and their sending: what every page needs. */
import { mayMeasure } from './consent.ts';
import { declaredEvents, features, identify, isExcluded, keepQueue, routed } from './extras.ts';
import type { Leave } from './feature.ts';
import { newId, type Props, type TrackedEvent } from './event.ts';
import { listen } from './listen.ts';
import type { Options } from './options.ts';
import { openOutbox } from './outbox.ts';

const urlCharsMax = 2048;
const titleCharsMax = 512;
/** Ingest takes events of up to 32 KiB, and requests of up to 1 MiB. */
const callCharsMax = 30_000;

/** What is measured: what the site calls for, or all that happens by itself, too. */
const nothing = 0;
const called = 1;
const all = 2;

/** Calls made before the page is first looked at wait until then. */
export interface Footfall {
  /** Counts an event of the site's own; `props` is flat. */
  track(type: string, props?: Props): void;
  /** Counts a page view of the page shown now: for `auto: false`. */
  pageview(): void;
  /** Starts all automatic measurements with a page view of the page shown now: for `auto: false`, and after `stop`. */
  start(): void;
  /** Ends all measurements, calls of `track` and `pageview` included, until `start`. */
  stop(): void;
  /** Sends everything to another workspace, too. Only `key`, `endpoint`, `dnt` and `debug` of its options are read; the first workspace's apply to both. */
  join(options: Options): void;
}

declare global {
  interface ImportMeta {
    /** True in the core script, which goes without what stands behind it. */
    readonly isCore?: boolean;
  }
}

/** Measures nothing before the first `join`. */
export const open = (): Footfall => {
  /** Of the first workspace. */
  let options: Options | undefined;
  /** By key. Empty where nothing may be measured. */
  const outboxes: Record<string, (event: TrackedEvent) => void> = {};
  let level: typeof nothing | typeof called | typeof all = nothing;
  let isWatching = false;
  /** What the address bar shows, and what events are counted under: the two differ while the site rewrites its query. */
  let page: string;
  let url: string;
  let referrer: string | undefined = document.referrer || undefined;
  let latest: TrackedEvent | undefined;
  /** The latest page view while it may change: titles come after addresses, and a page that sends on at once was none. */
  let changing: TrackedEvent | undefined;
  /** Of features. */
  let leaves: readonly (Leave | void)[] = [];

  /** Without the fragment, which may hold secrets, unless it is the route. */
  const address = (): string =>
    (!import.meta.isCore && options?.hash ? routed(location.href) : location.href)
      .replace(/#.*/, '')
      .slice(0, urlCharsMax);

  const title = (): string => {
    // No text where an image or form is named `title`.
    const shown: unknown = document.title;
    return String(shown).slice(0, titleCharsMax);
  };

  const seal = (): void => {
    if (changing) changing.title = title();
    changing = undefined;
  };

  const add = (type: string, fields?: Partial<TrackedEvent>): TrackedEvent | undefined => {
    if (level < all) url = address();
    if (!level || (!import.meta.isCore && isExcluded(url, options?.exclude))) return undefined;
    const timestamp = Date.now();
    const event = {
      type,
      id: newId(),
      timestamp,
      url,
      title: title(),
      referrer,
      ...(!import.meta.isCore && options?.storage === 'local' && identify(timestamp)),
      ...fields,
    };
    for (const key in outboxes) outboxes[key]?.(event);
    return event;
  };

  /** Without an event, the view is over. */
  const leave = (event?: Event): void => {
    if (!import.meta.isCore) for (const run of leaves) run?.(!event);
  };

  /** What the features noted until now is of the page before, and is dropped if nothing was to be measured. */
  const view = (next = level): void => {
    leave();
    seal();
    level = next;
    page = url = address();
    // Nobody comes from elsewhere to a second page.
    if (latest) referrer = undefined;
    latest = changing = add('$pageview');
  };

  /** What tells pages apart. */
  const shown = () => page.replace(options?.query ? '' : /\?.*/, '');

  const look = (cause: string | Event): void => {
    const before = shown();
    page = address();
    if (before === shown()) return;
    // A page that sends on at once was none; the campaign that led to it stays.
    if (cause === 'replaceState' && changing && (import.meta.isCore || !isExcluded(page, options?.exclude))) {
      changing.url = url = page.includes('?') ? page : page + new URL(url).search;
    } else view();
  };

  const start = (): void => {
    if (!options || level === all) return;
    if (!isWatching) {
      isWatching = true;
      if (!import.meta.isCore) leaves = features.map((feature) => feature(add));
      for (const name of ['pushState', 'replaceState'] as const) {
        const original = history[name];
        history[name] = function (this: History, ...args) {
          original.apply(this, args);
          look(name);
        };
      }
      listen(['popstate'], look);
      listen(['pageshow'], (event) => event.persisted && view());
    }
    view(all);
  };

  /** Calls `run` now, or when the page is first looked at: it may have been opened in the background, or prepared unseen. */
  const whenShown = (run: () => void): void => {
    if (document.hidden && !options) addEventListener('visibilitychange', run, { once: true });
    else run();
  };

  if (!import.meta.isCore) {
    // Before those of the outboxes, which send what is said now.
    listen(['visibilitychange', 'pagehide'], leave);
    declaredEvents(add);
  }
  return {
    track(type, props) {
      try {
        // Copied, as the page may change it before it is sent. Cut, it is no JSON, and costs no other event its request.
        const call: [string] = JSON.parse(JSON.stringify([type, { props }]).slice(0, callCharsMax));
        whenShown(() => add(...call));
      } catch {
        // What cannot be sent must not break the page.
      }
    },
    pageview: () => whenShown(() => view()),
    start: () => whenShown(start),
    stop: () => whenShown(() => (level = nothing)),
    join: (other) =>
      whenShown(() => {
        if (outboxes[other.key] || !mayMeasure(other)) return;
        options ??= other;
        const kept = !import.meta.isCore && options.storage === 'local' ? keepQueue(other.key) : undefined;
        const send = openOutbox(other, seal, kept);
        outboxes[other.key] = send;
        if (options === other) {
          level = called;
          if (options.auto !== false) start();
        } else if (level && latest) send(latest);
      }),
  };
};
