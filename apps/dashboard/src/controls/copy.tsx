/** Text in a box, with a button that copies it. Without access to the clipboard, the button selects it. */
import { useRef, useState } from 'preact/hooks';
import { formWords } from '../words/form-words.ts';

export function Copy({ text, label }: { text: string; label: string }) {
  // Stored with its text, because another text may replace it.
  const [[tried, outcome], setTried] = useState<readonly [text: string, outcome: string]>(['', '']);
  const box = useRef<HTMLPreElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setTried([text, formWords.copied]);
    } catch {
      // The browser denies access, or has no clipboard because the page has no TLS.
      if (box.current) getSelection()?.selectAllChildren(box.current);
      setTried([text, formWords.notCopied]);
    }
  };
  return (
    <div class="copy">
      <pre ref={box} tabIndex={0} aria-label={label}>
        {text}
      </pre>
      <button type="button" onClick={() => void copy()}>
        <span aria-live="polite">{tried === text ? outcome : formWords.copy}</span>
      </button>
    </div>
  );
}
