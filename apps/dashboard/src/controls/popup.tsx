/** A button and the popup below it; Esc, a link in it, a click elsewhere and leaving it with Tab close it. */
import type { ComponentChildren, TargetedFocusEvent } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

interface PopupProps {
  /** The label of the button, if its content is not one. */
  label?: string | undefined;
  button: ComponentChildren;
  class?: string;
  /** The keyboard shortcut. */
  keys?: string;
  /** The side of the button that the popup is aligned with. */
  align?: 'start' | 'end';
  children: (close: () => void) => ComponentChildren;
}

export function Popup({ label, button, class: name = '', keys, align = 'start', children }: PopupProps) {
  const [isOpen, setOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const popped = useRef<HTMLDivElement>(null);
  const close = () => {
    if (popped.current?.contains(document.activeElement)) trigger.current?.focus();
    setOpen(false);
  };
  // Focused, so that leaving it by Tab or by a click is an event.
  useLayoutEffect(() => popped.current?.focus(), [isOpen]);
  const onFocusOut = ({ currentTarget, target, relatedTarget: next }: TargetedFocusEvent<HTMLElement>) => {
    // The window has lost the focus, not the element.
    if (target === document.activeElement) return;
    if (!(next instanceof Node && currentTarget.contains(next))) close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen) return;
    if (event.key === 'Escape') {
      event.stopPropagation();
      close();
    } else moveFocus(event, popped.current);
  };
  return (
    <div class={`popup ${name}`} tabIndex={-1} onFocusOut={onFocusOut} onKeyDown={onKeyDown}>
      <button
        ref={trigger}
        type="button"
        aria-label={label}
        title={label}
        aria-keyshortcuts={keys}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {button}
      </button>
      {isOpen && (
        <div
          ref={popped}
          class={`popped card ${align}`}
          tabIndex={-1}
          // Links to other pages of the dashboard; those to other tabs leave it open.
          onClick={({ target }) => target instanceof Element && target.closest('a:not([target])') && close()}
        >
          {children(close)}
        </div>
      )}
    </div>
  );
}

/** Moves the focus between links and buttons with the up and down keys. */
function moveFocus(event: KeyboardEvent, popped: HTMLElement | null): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined || popped === null || isField(event.target)) return;
  const choices = [...popped.querySelectorAll<HTMLElement>('a, button')];
  const index = choices.findIndex((choice) => choice === document.activeElement);
  // From outside, the up key starts with the last one.
  const from = step < 0 ? Math.max(0, index) : index;
  choices.at((from + step) % choices.length)?.focus();
  event.preventDefault();
}

/** Returns true for a field that handles these keys. */
function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, select');
}
