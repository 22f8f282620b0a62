/** A button and what it opens below itself; Esc, a click elsewhere and leaving it close it. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

interface PopupProps {
  /** What the button does, if its content does not say it. */
  label?: string | undefined;
  button: ComponentChildren;
  class?: string;
  /** The side of the button that the popup is aligned with. */
  align?: 'start' | 'end';
  children: (close: () => void) => ComponentChildren;
}

export function Popup({ label, button, class: name = '', align = 'start', children }: PopupProps) {
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const close = () => setOpen(false);

  useEffect(() => {
    if (!isOpen) return undefined;
    const closeOutside = (event: Event) => {
      if (event.target instanceof Node && root.current?.contains(event.target) === false) close();
    };
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      close();
      trigger.current?.focus();
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    const element = root.current;
    element?.addEventListener('keydown', closeOnEscape);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
      element?.removeEventListener('keydown', closeOnEscape);
    };
  }, [isOpen]);

  return (
    <div class={`popup ${name}`} ref={root}>
      <button
        ref={trigger}
        type="button"
        aria-label={label}
        title={label}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {button}
      </button>
      {isOpen && (
        <div class={`popped card ${align}`} onKeyDown={moveFocus}>
          {children(close)}
        </div>
      )}
    </div>
  );
}

/** Up and down move through what can be chosen. */
function moveFocus(event: KeyboardEvent): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined || !(event.currentTarget instanceof HTMLElement) || event.target instanceof HTMLInputElement)
    return;
  const choices = [...event.currentTarget.querySelectorAll<HTMLElement>('a, button')];
  const index = choices.findIndex((choice) => choice === document.activeElement);
  choices[(index + step + choices.length) % choices.length]?.focus();
  event.preventDefault();
}
