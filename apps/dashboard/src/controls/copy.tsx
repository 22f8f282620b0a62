/** Text in a box, with a button that copies it. */
import { useState } from 'preact/hooks';
import { words } from '../words/words.ts';

export function Copy({ text, label }: { text: string; label: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  return (
    <div class="copy">
      <pre tabIndex={0} aria-label={label}>
        {text}
      </pre>
      <button type="button" onClick={() => void copy()}>
        <span aria-live="polite">{isCopied ? words.copied : words.copy}</span>
      </button>
    </div>
  );
}
