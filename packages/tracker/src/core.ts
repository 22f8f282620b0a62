/** Pageviews, custom events, and their sending: the part that every page needs. */
// Modules are bundled in this order, which compresses best.
import { listen } from './listen.ts';
import { newId, type Props, type PropsOf, type TrackedEvent } from './event.ts';
import type { Leave } from './features/feature.ts';
import { declaredEvents, features, identify, isExcluded, keepQueue, routed } from './extras.ts';
import { isUnmeasured } from './consent.ts';
import { callCharsMax, titleCharsMax, urlCharsMax } from './limits.ts';
import type { Options } from './options.ts';
import { type Kept, openOutbox } from './outbox.ts';

/** The level of measurement: nothing, only calls of the site, or automatic events as well. */
const nothing = 0;
const called = 1;
const all = 2;

/** Calls made before the page is first visible wait until then. */
export interface Footfall {
  /** Counts a custom event; `props` is flat. */
  track<Given extends PropsOf<Given>>(type: string, props?: Given): void;
  /** Counts a pageview of the current page: for `auto: false`. */
  pageview(): void;
  /** Starts all automatic measurements with a pageview of the current page: for `auto: false`, and after `stop`. */
  start(): void;
  /** Ends all measurements, calls of `track` and `pageview` included, until `start`. */
  stop(): void;
  /** Sends everything to another workspace as well. Only `key`, `endpoint`, `dnt` and `debug` of its options are read; the first workspace's apply to both. */
  join(options: Options): void;
}

declare global {
  interface ImportMeta {
    /** True in the core script, which omits the code behind it. */
    readonly isCore?: boolean;
  }
}

/** Returns a tracker that measures nothing before the first `join`. */
export const open = (): Footfall => {
  /** The options of the first workspace. */
  let options: Options | undefined;
  /** The outboxes by key. Empty if nothing may be measured. */
  const outboxes: Record<string, (event: TrackedEvent) => void> = {};
  let level: typeof nothing | typeof called | typeof all = nothing;
  /** The URL in the address bar, and the one that events are counted under: the two differ while the site rewrites its query. */
  let page: string;
  let url: string;
  // Not a text if a form or frame is named `referrer`: an object could make every request fail.
  const firstReferrer: unknown = document.referrer;
  let referrer: string | undefined = String(firstReferrer);
  let latest: TrackedEvent | undefined;
  /** The latest pageview while it may change: titles come after URLs, and a page that redirects at once does not count. */
  let changing: TrackedEvent | undefined;
  /** The functions of the features that run when the page is left. The first start sets it, and begins to watch the page. */
  let leaves: readonly (Leave | void)[] | undefined;

  /** Returns the URL without the fragment, which may contain secrets, unless it is the route. */
  const address = (): string =>
    (!import.meta.isCore && options?.hash ? routed(location.href) : location.href)
      .replace(/#.*/, '')
      .slice(0, urlCharsMax);

  const title = (): string | undefined => {
    // Not a text if an image, form or frame is named `title`.
    const shown: { slice?: (start: number, end: number) => string } = document.title;
    return shown.slice?.(0, titleCharsMax);
  };

  const seal = (): void => {
    changing &&= void (changing.title = title());
  };

  const add = (type: string, props?: Props, fields?: Partial<TrackedEvent>): TrackedEvent | undefined => {
    if (level < all) url = address();
    if (!level || (!import.meta.isCore && isExcluded(url, options?.exclude))) return undefined;
    const timestamp = Date.now();
    const event = {
      url,
      title: title(),
      id: newId(),
      timestamp,
      referrer,
      type,
      ...(!import.meta.isCore && options?.storage === 'local' && identify(timestamp)),
      props,
      ...fields,
    };
    for (const send of Object.values(outboxes)) send(event);
    return event;
  };

  /** Runs the features' functions for leaving. Without an event, the view is over. */
  const leave = (event?: Event): void => {
    if (!import.meta.isCore) for (const run of leaves ?? []) run?.(!event);
  };

  /** Everything that the features have noted so far belongs to the previous page, and is dropped if that was not to be measured. */
  const view = (next = level): void => {
    leave();
    seal();
    level = next;
    page = url = address();
    // Only the first page has a referrer.
    if (latest) referrer = undefined;
    latest = changing = add('$pageview');
  };

  /** Returns the part of the URL that distinguishes pages. */
  const shown = () => page.replace(options?.query ? '' : /\?.*/, '');

  /** Called after each change of the URL. Browsers with the Navigation API report all of them; the second call for one finds nothing new. */
  const look = (cause: string | Event | null): void => {
    const before = shown();
    page = address();
    if (before === shown()) return;
    // A page that redirects at once does not count; the campaign that led to it is kept.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `test` makes a text of anything.
    if (/replace/.test(cause as string) && changing && (import.meta.isCore || !isExcluded(page, options?.exclude))) {
      changing.url = url = (page + url.replace(/[^?]*/, '')).replace(/(\?.*)\?/, '$1&').slice(0, urlCharsMax);
    } else view();
  };

  const start = (): void => {
    if (!options || !(level < all)) return;
    if (!leaves) {
      // Before the features, because one of them throws on a page that has frozen what it observes.
      leaves = [];
      if (!import.meta.isCore) leaves = features.map((feature) => feature(add));
      for (const name of ['pushState', 'replaceState'] as const) {
        const original = history[name];
        history[name] = (...args) => {
          original.apply(history, args);
          look(name);
        };
      }
      listen(['popstate'], look);
      self.navigation?.addEventListener?.('currententrychange', (event) => look(event.navigationType));
      listen(['pageshow'], (event) => event.persisted && view());
    }
    view(all);
  };

  /** Calls `run` now, or when the page is first visible: it may have been opened in the background, or prerendered. */
  const whenShown = (run: () => void): void => {
    // Not a boolean if a form or frame is named `hidden`.
    const isHidden: unknown = document.hidden;
    if (isHidden === true && !options) addEventListener('visibilitychange', run, { once: true });
    else run();
  };

  if (!import.meta.isCore) {
    // Before the listeners of the outboxes, which send the events added now.
    listen(['visibilitychange', 'pagehide'], leave);
    declaredEvents(add);
  }
  return {
    track(type, props) {
      try {
        // Copied, because the page may change it before it is sent. When cut it is not JSON, so that it does not cost other events their request.
        const call: [string] = JSON.parse(JSON.stringify([type, props]).slice(0, callCharsMax));
        whenShown(() => add(...call));
      } catch {
        // A call that cannot be sent must not break the page.
      }
    },
    pageview: () => whenShown(() => view()),
    start: () => whenShown(start),
    stop: () =>
      whenShown(() => {
        seal();
        level = nothing;
      }),
    join: (other) =>
      whenShown(() => {
        if (outboxes[other.key] || isUnmeasured(other)) return;
        options ??= other;
        const kept: Kept = !import.meta.isCore && options.storage === 'local' ? keepQueue(other.key) : [[]];
        const send = (outboxes[other.key] = openOutbox(other, seal, ...kept));
        if (options === other) {
          level = called;
          if (options.auto !== false) start();
        } else if (level && latest) send(latest);
      }),
  };
};
