/** Announces errors to screen readers through one live region, so that an error in several panels is heard once. */
import { useEffect } from 'preact/hooks';

let shown = 0;

/** Announces the text while it is shown; a hook. */
export function useAnnouncement(text: string): void {
  useEffect(() => {
    // Screen readers announce nothing outside an open drawer, so a drawer has a separate region.
    const region = [...document.querySelectorAll('.announcement')].at(-1);
    if (region && region.textContent !== text) region.textContent = text;
    shown += 1;
    return () => {
      shown -= 1;
      if (region && shown === 0) region.textContent = '';
    };
  }, [text]);
}
