/** A panel at the side of the page: a modal dialog that Esc and a press outside close. */
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { words } from '../words/words.ts';

interface DrawerProps {
  title: string;
  /** The subject of the content: the range and the filters. */
  note?: string;
  onClose: () => void;
  children: ComponentChildren;
}

export function Drawer({ title, note, onClose, children }: DrawerProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const close = () => dialog.current?.close();
  // Measured before the drawer hides the page's scrollbar, or with the width that another drawer has reserved.
  const { offsetWidth } = document.body;
  useLayoutEffect(() => {
    dialog.current?.showModal();
    // The drawer covers the scrollbar, whose width is reserved so that nothing on the page moves.
    const { style } = document.documentElement;
    style.paddingRight = `${innerWidth - offsetWidth}px`;
    style.scrollbarGutter = 'auto';
    return () => {
      style.paddingRight = style.scrollbarGutter = '';
      // Removed by a change of the URL: only closing it returns the focus to where it was.
      close();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      class="drawer"
      aria-label={title}
      // The event comes later, when the drawer may have been removed.
      onClose={() => dialog.current && onClose()}
      // Not `onClick`: a selection of text can end outside.
      onMouseDown={({ clientX, currentTarget }) => clientX < currentTarget.offsetLeft && close()}
    >
      <div class="inside">
        <header class="row">
          <hgroup>
            <h2>{title}</h2>
            {note && <p class="muted">{note}</p>}
          </hgroup>
          <button type="button" class="quiet" onClick={close}>
            {words.close}
          </button>
        </header>
        {children}
        <p class="announcement hidden" role="status" />
      </div>
    </dialog>
  );
}
