/** The keyboard shortcuts of the page, and their list. */
import { useEffect, useState } from 'preact/hooks';
import { later } from '../controls/later.tsx';
import { listen } from '../state/listen.ts';
import { currentView, goWith } from '../state/navigation.ts';
import { type Comparison, move, type Range } from '../state/range.ts';
import { hasSingleKeys } from '../state/single-keys.ts';
import { isShare } from '../state/view.ts';
import { clockMs } from '../state/zone.ts';
import { exploring } from './scripts.ts';

const ranges: Readonly<Record<string, Range>> = { d: 'today', w: '7d', m: '30d', y: 'year' };
const steps: Readonly<Record<string, -1 | 1>> = { ArrowLeft: -1, ArrowRight: 1 };

/** The comparison that C has turned off, and turns on again. */
let paused: Comparison = 'previous';

const Keys = later(exploring, (script) => script.Keys);

export function Shortcuts({ timezone }: { timezone: string }) {
  const [isListed, setListed] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: Event) => {
      if (
        !(event instanceof KeyboardEvent) ||
        event.defaultPrevented ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        isTyping(event.target) ||
        // With Shift, arrow keys extend a selection.
        (event.key.length === 1 ? !hasSingleKeys() : event.shiftKey)
      )
        return;
      if (event.key === '?') setListed(true);
      else if (document.querySelector('dialog[open]') === null && press(event.key, timezone)) event.preventDefault();
    };
    return listen(['keydown'], onKeyDown);
  }, [timezone]);
  return isListed ? <Keys onClose={() => setListed(false)} /> : null;
}

/** Returns true if the key is a shortcut. */
function press(key: string, timezone: string): boolean {
  const view = currentView();
  const isLive = view.path === '/live';
  const name = key.toLowerCase();
  const range = ranges[name];
  const step = steps[key];
  if (name === 'l' && !isShare(view)) goWith({ path: '/live', open: undefined });
  else if (view.path.startsWith('/settings')) return false;
  else if (range !== undefined) goWith({ path: isLive ? '/' : view.path, range, granularity: undefined });
  else if (key === 'Escape' && view.filters.length > 0) goWith({ filters: view.filters.slice(0, -1) });
  else if (name === 'f') document.querySelector<HTMLElement>('[aria-keyshortcuts=f]')?.click();
  // The live page has neither a range nor lists to search.
  else if (isLive) return false;
  else if (step !== undefined) goWith({ range: move(view.range, step, clockMs(Date.now(), timezone)) });
  else if (name === 'c') {
    goWith({ comparison: view.comparison ? undefined : paused });
    paused = view.comparison ?? paused;
  } else if (key === '/') goWith({ open: 'pages' });
  else return false;
  return true;
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, select, [role=application]') !== null;
}
