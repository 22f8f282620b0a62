/** A line of a list in the settings: what it is, notes, what one can do with it. */
import type { ComponentChildren } from 'preact';

interface ItemProps {
  title: string;
  /** Empty ones are left out. */
  notes: readonly (string | false | null | undefined)[];
  children?: ComponentChildren;
}

export function Item({ title, notes, children }: ItemProps) {
  return (
    <li class="item row">
      <span class="what">
        <bdi class="ellipsis">{title}</bdi>
        <span class="muted ellipsis">{notes.filter(Boolean).join(' · ')}</span>
      </span>
      {children}
    </li>
  );
}
