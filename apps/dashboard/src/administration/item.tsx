/** A line of a list in the settings: what it is, a note, what one can do with it. */
import type { ComponentChildren } from 'preact';

interface ItemProps {
  title: string;
  note: string;
  children?: ComponentChildren;
}

export function Item({ title, note, children }: ItemProps) {
  return (
    <li class="item">
      <span class="what">
        <bdi class="ellipsis">{title}</bdi>
        <span class="muted ellipsis">{note}</span>
      </span>
      {children}
    </li>
  );
}
