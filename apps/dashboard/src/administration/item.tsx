/** A line of a list in the settings: title, notes and actions. */
import type { ComponentChildren } from 'preact';
import { usePassedFocus } from '../controls/focus.ts';

interface ItemProps {
  title: string;
  /** The notes; empty ones are omitted. */
  notes: readonly (string | false | null | undefined)[];
  children?: ComponentChildren;
}

export function Item({ title, notes, children }: ItemProps) {
  const ref = usePassedFocus<HTMLLIElement>();
  return (
    <li ref={ref} class="item row">
      <span class="what">
        <bdi>{title}</bdi>
        <span class="muted">{notes.filter(Boolean).join(' · ')}</span>
      </span>
      {children}
    </li>
  );
}
