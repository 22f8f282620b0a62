/** The focus in a part of the page that disappears: it stays nearby, so that Tab continues there. */
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** Returns the ref of an element among others like it: the focus moves to the last control before it, or to the first one after it, or to the parent. */
export function usePassedFocus<Part extends HTMLElement>(): RefObject<Part | null> {
  const ref = useRef<Part>(null);
  useLayoutEffect(
    () => () => {
      const part = ref.current;
      if (!part?.contains(document.activeElement)) return;
      const before = controlsOf(part.previousElementSibling).at(-1);
      (before ?? controlsOf(part.nextElementSibling)[0] ?? part.parentElement)?.focus();
    },
    [],
  );
  return ref;
}

/** Returns the ref of an element whose content is replaced when the caller renders: if the replaced content had the focus, it moves to the element. */
export function useKeptFocus<Whole extends HTMLElement>(): RefObject<Whole | null> {
  const ref = useRef<Whole>(null);
  const hadFocus = ref.current?.contains(document.activeElement);
  useLayoutEffect(() => {
    if (hadFocus && document.activeElement === document.body) ref.current?.focus({ preventScroll: true });
  });
  return ref;
}

function controlsOf(element: Element | null): HTMLElement[] {
  return [...(element?.querySelectorAll<HTMLElement>('a, button') ?? [])];
}
