/** Links, one of which is chosen: a list below a heading, or tabs in a line. */
import type { ComponentChildren } from 'preact';
import { useScrolledLine } from './scrolled-line.ts';

interface ChoicesProps {
  title: string;
  /** The heading of the notes. */
  noteTitle?: string;
  choices: readonly {
    href: string;
    text: string;
    note?: ComponentChildren;
    isChosen: boolean;
    key?: string | undefined;
  }[];
  isLine?: boolean;
}

export function Choices({ title, noteTitle, choices, isLine }: ChoicesProps) {
  const ref = useScrolledLine(
    choices.findIndex(({ isChosen }) => isChosen),
    choices.length,
  );
  return (
    <nav ref={ref} class={isLine ? 'tabs' : 'choices'} aria-label={title}>
      {!isLine && (
        <p>
          <span class="ellipsis">{title}</span>
          {noteTitle && <span>{noteTitle}</span>}
        </p>
      )}
      {choices.map(({ href, text, note, isChosen, key }) => (
        <a key={href} href={href} aria-current={isChosen}>
          <span class="ellipsis">{text}</span>
          {note && <span class="muted">{note}</span>}
          {key && <kbd>{key}</kbd>}
        </a>
      ))}
    </nav>
  );
}
