/** A list of links of which one is chosen. */
import type { ComponentChildren } from 'preact';

interface ChoicesProps {
  title?: string;
  choices: readonly { href: string; text: string; note?: ComponentChildren; isChosen: boolean; key?: string }[];
  onChoose: () => void;
}

export function Choices({ title, choices, onChoose }: ChoicesProps) {
  return (
    <nav class="choices" aria-label={title}>
      {title !== undefined && <h3>{title}</h3>}
      {choices.map(({ href, text, note, isChosen, key }) => (
        <a key={href} data-page href={href} aria-current={isChosen ? 'true' : undefined} onClick={onChoose}>
          <span class="ellipsis">{text}</span>
          {note !== undefined && <span class="muted">{note}</span>}
          {key !== undefined && <kbd>{key}</kbd>}
        </a>
      ))}
    </nav>
  );
}
