/** Clicks that had no effect. */
import { matches, nameOf, pathOf } from './clicks.ts';
import type { Feature } from './feature.ts';
import { listen } from '../listen.ts';

const windowMs = 2_500;
const onceMs = 1_000;
/** The tolerance for a recurring change, in addition to twice its last interval. */
const slackMs = 500;
/** Changes closer together count as one. */
const atOnceMs = 9;

/** Presses and clicks, and the events that count as their effect, in the order that compresses best. */
const types = [
  'pointerdown',
  'scroll',
  'input',
  'fullscreenchange',
  'focusin',
  'toggle',
  'submit',
  'copy',
  'invalid',
  'click',
] as const;

/** Elements that look clickable, in addition to those with a pointer cursor. Not `onclick` as a property: libraries set it on the root of a page. */
const clickable = ':any-link,button,[role=button],[role=link],[onclick],img,svg,video';

/** Links whose default leads elsewhere, perhaps in another window or program. */
const leading = ':any-link:not([href^="#"],[href^=javascript])';

/**
 * At most one per element and second. A change while the page handles a click is the effect of that click alone; a later
 * one is the effect of every waiting click, unless it recurs by itself: tickers, carousels, polls.
 */
export const deadClicks: Feature = (add) => {
  /** The time of the last change and the time since the one before, by its kind and target. */
  const runs: Record<string, WeakMap<object, readonly [number, number]>> = {};
  /** The times from which clicks on an element are judged again. */
  const restsUntil = new WeakMap<EventTarget, number>();
  /** The path of the pressed element. */
  let path: readonly (EventTarget | null)[] = [];
  /** The paths of the clicks without an effect so far. */
  const waiting = new Set<typeof path>();
  let latest: Event | undefined;
  let latestAt: number;
  let shown: string | undefined;

  const happened = (on: object, what: string): void => {
    const now = performance.now();
    // The space avoids names that every object has.
    const run = (runs[what + ' '] ??= new WeakMap());
    const [last, interval] = run.get(on) ?? [];
    const sinceMs = now - Number(last);
    if (latest?.eventPhase) waiting.delete(path);
    else if (now - latestAt < windowMs && !(sinceMs < 2 * Number(interval) + slackMs)) waiting.clear();
    else if (!(sinceMs < atOnceMs)) run.set(on, [now, sinceMs]);
  };

  const observer = new MutationObserver((records) => {
    for (const { target, attributeName, type } of records) happened(target, attributeName ?? type);
  });

  const watch = (root: ParentNode & Node): void => {
    observer.observe(root, { subtree: true, childList: true, attributes: true, characterData: true });
    for (const { shadowRoot } of root.querySelectorAll('*')) if (shadowRoot) watch(shadowRoot);
  };

  /** Checks for changes that fire no event. */
  const look = (): void => {
    const fields = () => [...document.querySelectorAll<HTMLInputElement>('input,textarea,select')];
    const values = () => fields().map(({ value, checked }) => value + checked);
    const page = () => location.href.replace(/#$/, '') + document.hasFocus() + getSelection()?.isCollapsed;
    if (shown !== (shown = page() + values().join())) waiting.clear();
  };

  const noticed = (event: Event & Partial<NavigateEvent>): void => {
    const { type, timeStamp } = event;
    if (!(event instanceof MouseEvent)) {
      // A change of the URL is checked later. A press may move the focus.
      if (!event.destination?.sameDocument && !(type === 'focusin' && path.includes(event.target)))
        happened(event, type);
    } else if (event.isTrusted) {
      latest = event;
      latestAt = timeStamp;
      const within = pathOf(event);
      const [clicked] = within;
      // A press, whose detail is 0 only in some browsers, or a click by keyboard.
      if (!(type === 'click' && event.detail)) {
        path = within;
        if (
          clicked &&
          // Without body and html, which contain all plain content.
          within.slice(0, -2).some((one) => matches(one, clickable) || getComputedStyle(one).cursor === 'pointer') &&
          !(event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) &&
          !(timeStamp < Number(restsUntil.get(clicked)))
        ) {
          restsUntil.set(clicked, timeStamp + onceMs);
          watch(document);
          look();
          waiting.add(path);
        }
      }
      const judged = path;
      if (type === 'click' && clicked && clicked === path[0])
        setTimeout(() => {
          look();
          if (waiting.delete(judged) && (event.defaultPrevented || !within.some((one) => matches(one, leading))))
            add('$dead_click', { element: nameOf(clicked) }, { timestamp: Date.now() - windowMs });
        }, windowMs);
    }
  };

  /** Wraps functions whose calls count as the effect of a click, although the page may not show it. */
  const wrap = <Name extends string>(
    owner: Partial<Record<Name, (...args: never[]) => unknown>>,
    ...names: Name[]
  ): void => {
    for (const name of names) {
      owner[name] &&= new Proxy(owner[name], {
        apply(...call) {
          happened(owner, name);
          return Reflect.apply(...call);
        },
      });
    }
  };

  listen(types, noticed);
  self.navigation?.addEventListener?.('navigate', noticed);
  wrap(self, 'open', 'prompt', 'fetch', 'print', 'alert', 'confirm');
  wrap(navigator, 'sendBeacon');
  // Missing on pages without TLS.
  wrap(navigator.clipboard ?? {}, 'write', 'writeText');
  wrap(XMLHttpRequest.prototype, 'send');
  wrap(WebSocket.prototype, 'send');
  wrap(HTMLElement.prototype, 'click');
  wrap(HTMLMediaElement.prototype, 'play', 'pause');
  // After the page has loaded, because this visits each of its elements.
  setTimeout(watch, 0, document);
  return () => waiting.clear();
};
