/** Announces errors to screen readers in one place, so that the same one in several panels is heard once. */
import { useEffect } from 'preact/hooks';

let shown = 0;

/** Announces the text for as long as it is shown; a hook. */
export function useAnnouncement(text: string): void {
  useEffect(() => {
    // Screen readers announce nothing outside an open drawer, so a drawer has a separate place.
    const place = [...document.querySelectorAll('.announcement')].at(-1);
    if (place && place.textContent !== text) place.textContent = text;
    shown += 1;
    return () => {
      shown -= 1;
      if (place && shown === 0) place.textContent = '';
    };
  }, [text]);
}
