/** Tabs in a line that may be too wide: scrolls to the chosen and to the focused one, and fades the edges with more tabs. */
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** Returns the ref of the element that may be such a line; a hook. `chosen` is the index of the chosen tab, `count` the number of tabs. */
export function useScrolledLine(chosen: number, count: number): RefObject<HTMLElement | null> {
  const ref = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const line = ref.current;
    if (line === null) return undefined;
    const mark = () => {
      const { scrollLeft, scrollWidth, clientWidth } = line;
      line.classList.toggle('more-before', scrollLeft > 1);
      line.classList.toggle('more-after', scrollLeft + clientWidth < scrollWidth - 1);
    };
    const show = (tab: EventTarget | null) => {
      // Not `scrollIntoView`, which also scrolls the page.
      if (tab instanceof HTMLElement) line.scrollLeft = tab.offsetLeft - (line.clientWidth - tab.offsetWidth) / 2;
      mark();
    };
    // Browsers do not scroll to a focused tab that is partly visible. A tab must not move under the pointer that presses it.
    const showFocused = ({ target }: FocusEvent) =>
      target instanceof Element && target.matches(':focus-visible') && show(target);
    // Called at once, and whenever the width of the line changes.
    const observer = new ResizeObserver(() => show(line.querySelector('[aria-current=true]')));
    observer.observe(line);
    line.addEventListener('scroll', mark);
    line.addEventListener('focusin', showFocused);
    return () => {
      observer.disconnect();
      line.removeEventListener('scroll', mark);
      line.removeEventListener('focusin', showFocused);
    };
  }, [chosen, count]);
  return ref;
}
