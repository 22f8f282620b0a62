/** A line of tabs that may be wider than its place: shows the chosen one, and fades at the edges that have more. */
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** Returns the reference to the line; a hook. `chosen` is the index of the chosen tab, `count` the number of tabs. */
export function useScrolledLine(chosen: number, count: number): RefObject<HTMLElement | null> {
  const ref = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const line = ref.current;
    const tab = line?.children[chosen];
    // Not `scrollIntoView`, which also scrolls the page.
    if (line && tab instanceof HTMLElement) line.scrollLeft = tab.offsetLeft - (line.clientWidth - tab.offsetWidth) / 2;
  }, [chosen, count]);
  useLayoutEffect(() => {
    const line = ref.current;
    if (line === null) return undefined;
    const mark = () => {
      const { scrollLeft, scrollWidth, clientWidth } = line;
      line.classList.toggle('more-before', scrollLeft > 1);
      line.classList.toggle('more-after', scrollLeft + clientWidth < scrollWidth - 1);
    };
    const observer = new ResizeObserver(mark);
    observer.observe(line);
    line.addEventListener('scroll', mark);
    mark();
    return () => {
      observer.disconnect();
      line.removeEventListener('scroll', mark);
    };
  }, [count]);
  return ref;
}
