/** A button for an action that cannot be undone: the first click turns it into a confirmation, the second one acts. */
import type { TargetedFocusEvent } from 'preact';
import { useState } from 'preact/hooks';
import { formWords } from '../words/form-words.ts';
import { Act } from './act.tsx';
import { usePassedFocus } from './focus.ts';

interface ConfirmedProps {
  text: string;
  /** The subject of the action, if the page has several such buttons. */
  what?: string | null;
  isDangerous?: boolean;
  act: () => Promise<unknown>;
}

export function Confirmed({ text, what, isDangerous, act }: ConfirmedProps) {
  const [isConfirming, setConfirming] = useState(false);
  const container = usePassedFocus<HTMLSpanElement>();
  const prompt = `${[text, what].filter(Boolean).join(' ')}?`;
  const cancel = () => {
    container.current?.querySelector('button')?.focus();
    setConfirming(false);
  };
  const onFocusOut = ({ currentTarget, relatedTarget: next }: TargetedFocusEvent<HTMLElement>) => {
    if (!(next instanceof Node && currentTarget.contains(next))) setConfirming(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isConfirming || event.key !== 'Escape') return;
    event.stopPropagation();
    cancel();
  };
  return (
    <span
      ref={container}
      class="confirmed row"
      onFocusOut={onFocusOut}
      onKeyDown={onKeyDown}
      // The second click of a double click must not confirm a prompt that has not been read.
      onClickCapture={(event) => event.detail > 1 && event.stopPropagation()}
    >
      {/* The same button with another text, so that it keeps the focus. */}
      <Act
        text={isConfirming ? prompt : text}
        isDangerous={isDangerous}
        act={isConfirming ? () => act().finally(() => setConfirming(false)) : async () => setConfirming(true)}
      />
      {isConfirming && (
        <button type="button" onClick={cancel}>
          {formWords.cancel}
        </button>
      )}
      <span class="hidden" role="status">
        {isConfirming && prompt}
      </span>
    </span>
  );
}
