/** A page with one card. */
import type { ComponentChildren } from 'preact';

export function Sheet({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <main class="narrow">
      <section class="card page">
        <h1>{title}</h1>
        {children}
      </section>
    </main>
  );
}
