/** The title of the document: what the page shows, then the product. */
import { useEffect } from 'preact/hooks';
import { words } from '../words/words.ts';

/** Sets the title from the given parts; empty ones are omitted. */
export function useTitle(...parts: readonly (string | false | undefined)[]): void {
  const title = [...parts, words.product].filter(Boolean).join(' · ');
  useEffect(() => {
    document.title = title;
  }, [title]);
}
