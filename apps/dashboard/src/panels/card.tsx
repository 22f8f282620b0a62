/** The frame of a panel. */
import type { ComponentChildren } from 'preact';

/** The number of rows that fit into a panel. */
export const rowsShown = 9;

interface CardProps {
  title: string;
  /** Shown next to the title. */
  head?: ComponentChildren;
  children: ComponentChildren;
}

export function Card({ title, head, children }: CardProps) {
  return (
    <section class="card panel" aria-label={title}>
      <header>
        <h2>{title}</h2>
        {head}
      </header>
      {children}
    </section>
  );
}
