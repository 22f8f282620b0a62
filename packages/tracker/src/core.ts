/** Page views, events of the site's own, and their sending: what every page needs. */
import { mayMeasure } from './consent.ts';
import { declaredEvents, features, isExcluded, keepLocally, routed } from './extras.ts';
import { newId, type Props, type TrackedEvent } from './event.ts';
import type { Options } from './options.ts';
import { openOutbox } from './outbox.ts';

const urlCharsMax = 2048;
const titleCharsMax = 512;
/** Ingest takes events of up to 32 KiB, and requests of up to 1 MiB. */
const callCharsMax = 30_000;

export interface Footfall {
  /** Counts an event of the site's own; `props` is flat. */
  track(type: string, props?: Props): void;
  /** Counts a page view of the page shown now: for `auto: false`. */
  pageview(): void;
}

declare global {
  interface ImportMeta {
    /** True in the core script, which goes without what stands behind it. */
    readonly isCore?: boolean;
  }
}

/** Undefined where nothing may be measured. */
export function start(options: Options): Footfall | undefined {
  if (!mayMeasure(options)) return undefined;
  const auto = options.auto !== false;
  const keep = !import.meta.isCore && options.storage === 'local' ? keepLocally() : undefined;
  const outbox = openOutbox(options, seal, keep);
  /** What the address bar shows, and what events are counted under: the two differ while the site rewrites its query. */
  let page = address();
  let url = page;
  let referrer: string | undefined = document.referrer || undefined;
  let views = 0;
  /** The page view's event while it may change: titles come after addresses, and a page that sends on at once was none. */
  let open: TrackedEvent | undefined;

  /** Without the fragment, which may hold secrets, unless it is the route. */
  function address(): string {
    const { href } = location;
    return (!import.meta.isCore && options.hash ? routed(href) : href).replace(/#.*/, '').slice(0, urlCharsMax);
  }

  function title(): string {
    // No text where an image or form is named `title`.
    const shown: unknown = document.title;
    return String(shown).slice(0, titleCharsMax);
  }

  function seal(): void {
    if (open) open.title = title();
    open = undefined;
  }

  function add(type: string, fields?: Partial<TrackedEvent>): TrackedEvent | undefined {
    if (!auto) url = address();
    if (!import.meta.isCore && isExcluded(url, options.exclude)) return undefined;
    const timestamp = Date.now();
    const event = {
      type,
      id: newId(),
      timestamp,
      url,
      title: title(),
      referrer,
      ...(!import.meta.isCore && keep?.identify(timestamp)),
      ...fields,
    };
    outbox.add(event);
    return event;
  }

  function leave(isOver: boolean): void {
    if (!import.meta.isCore) for (const run of leaves) run?.(isOver);
  }

  function view(): void {
    leave(true);
    seal();
    page = url = address();
    // Nobody comes from elsewhere to a second page.
    if (views++) referrer = undefined;
    open = add('$pageview');
  }

  function look(isReplaced: boolean): void {
    const before = page;
    page = address();
    const [path, query] = page.split('?');
    // What a filter or a search writes into the query while one types is no new page.
    if (isReplaced ? path === before.split('?')[0] : page === before) return;
    // A page that sends on at once was none; the campaign that led to it stays.
    if (isReplaced && open && (import.meta.isCore || !isExcluded(page, options.exclude))) {
      open.url = url = query ? page : page + new URL(url).search;
    } else view();
  }

  function watch(): void {
    for (const name of ['pushState', 'replaceState'] as const) {
      const original = history[name];
      history[name] = function (this: History, ...args) {
        original.apply(this, args);
        look(name === 'replaceState');
      };
    }
    addEventListener('popstate', () => look(false));
    addEventListener('pageshow', ({ persisted }) => {
      if (persisted) view();
    });
    view();
  }

  const leaves = import.meta.isCore ? [] : (auto ? features : [declaredEvents]).map((feature) => feature(add));
  addEventListener('visibilitychange', () => {
    if (!document.hidden) return;
    leave(false);
    outbox.flush();
  });
  addEventListener('pagehide', () => {
    leave(false);
    outbox.leave();
  });
  if (auto) watch();
  return {
    track(type, props) {
      try {
        // Copied, as the page may change it before it is sent. Cut, it is no JSON, and costs no other event its request.
        const call: [string] = JSON.parse(JSON.stringify([type, { props }]).slice(0, callCharsMax));
        add(...call);
      } catch {
        // What cannot be sent must not break the page.
      }
    },
    pageview: view,
  };
}
