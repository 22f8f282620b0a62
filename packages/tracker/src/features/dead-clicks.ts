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

/** Elements that look clickable, in addition to those with a pointer cursor. Not `onclick` as a property: libraries set it on the root of a page. */
const clickable = '[onclick],svg,video,button,[role=button],img,:any-link,[role=link]';

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
  /** The paths of the clicks without an effect so far, and the state of the page before them. */
  const waiting = new Map<typeof path, string>();
  let latest: Event | undefined;

  const happened = (on: object, what: string): void => {
    const now = performance.now();
    // The space avoids names that every object has.
    const run = (runs[what + ' '] ??= new WeakMap());
    const [last, interval] = run.get(on) ?? [];
    const sinceMs = now - Number(last);
    if (latest?.eventPhase) waiting.delete(path);
    else if (now - Number(latest?.timeStamp) < windowMs && !(sinceMs < 2 * Number(interval) + slackMs)) waiting.clear();
    else if (!(sinceMs < atOnceMs)) run.set(on, [now, sinceMs]);
  };

  const observer = new MutationObserver((records) => {
    for (const { target, attributeName, type } of records) happened(target, attributeName ?? type);
  });

  const watch = (root: ParentNode & Node): void => {
    observer.observe(root, { subtree: true, characterData: true, attributes: true, childList: true });
    for (const { shadowRoot } of root.querySelectorAll('*')) if (shadowRoot) watch(shadowRoot);
  };

  /** Returns what changes without an event. */
  const state = (): string => {
    const fields = [...document.querySelectorAll<HTMLInputElement>('input,textarea,select')];
    const values = fields.map((field) => field.value + field.checked);
    return location.href.replace(/#$/, '') + document.hasFocus() + getSelection()?.isCollapsed + String(values);
  };

  const noticed = (event: Event & Partial<NavigateEvent>): void => {
    // A change of the URL is checked later. A press may move the focus.
    if (!event.destination?.sameDocument && !(event.type === 'focusin' && path.includes(event.target)))
      happened(event, event.type);
  };

  const clicked = (event: MouseEvent): void => {
    if (!event.isTrusted) return;
    latest = event;
    const { timeStamp } = event;
    const within = pathOf(event);
    const [target] = within;
    // A press, whose detail is 0 only in some browsers, or a click by keyboard.
    if (!(event.type === 'click' && event.detail)) {
      path = within;
      if (
        target &&
        // Without body and html, which contain all plain content.
        within.slice(0, -2).some((one) => matches(one, clickable) || getComputedStyle(one).cursor === 'pointer') &&
        !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) &&
        !(timeStamp < Number(restsUntil.get(target)))
      ) {
        restsUntil.set(target, timeStamp + onceMs);
        watch(document);
        waiting.set(path, state());
      }
    }
    const judged = path;
    if (event.type === 'click' && target && target === path[0])
      setTimeout(() => {
        if (waiting.get(judged) === state() && (event.defaultPrevented || !within.some((one) => matches(one, leading))))
          add('$dead_click', { element: nameOf(target) }, { timestamp: Date.now() - windowMs });
      }, windowMs);
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

  listen(['pointerdown', 'click'], clicked);
  listen(['submit', 'focusin', 'input', 'copy', 'fullscreenchange', 'invalid', 'scroll', 'toggle'], noticed);
  self.navigation?.addEventListener?.('navigate', noticed);
  wrap(self, 'alert', 'print', 'confirm', 'fetch', 'prompt', 'open');
  wrap(navigator, 'sendBeacon');
  // Missing on pages without TLS.
  wrap(navigator.clipboard ?? {}, 'write', 'writeText');
  wrap(HTMLElement.prototype, 'click');
  wrap(HTMLMediaElement.prototype, 'play', 'pause');
  wrap(XMLHttpRequest.prototype, 'send');
  wrap(WebSocket.prototype, 'send');
  // After the page has loaded, because this visits each of its elements.
  setTimeout(() => watch(document));
  return () => waiting.clear();
};
