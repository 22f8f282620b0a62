/** Text in a box, with a button that copies it. Without access to the clipboard, the button selects it. */
import { useRef, useState } from 'preact/hooks';
import { formWords } from '../words/form-words.ts';

export function Copy({ text, label }: { text: string; label: string }) {
  const [outcome, setOutcome] = useState<string>(formWords.copy);
  const box = useRef<HTMLPreElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome(formWords.copied);
    } catch {
      // The browser denies it, and has no clipboard at all on a page without TLS.
      if (box.current) getSelection()?.selectAllChildren(box.current);
      setOutcome(formWords.notCopied);
    }
  };
  return (
    <div class="copy">
      <pre ref={box} tabIndex={0} aria-label={label}>
        {text}
      </pre>
      <button type="button" onClick={() => void copy()}>
        <span aria-live="polite">{outcome}</span>
      </button>
    </div>
  );
}
