/** A page with one card. */
import type { ComponentChildren } from 'preact';
import { useTitle } from './title.ts';
import { words } from '../words/words.ts';
import { Brand } from './brand.tsx';

interface SheetProps {
  title: string;
  children: ComponentChildren;
}

export function Sheet({ title, children }: SheetProps) {
  return (
    <main class="narrow">
      <section class="card page">
        <h1>{title}</h1>
        {children}
      </section>
    </main>
  );
}

/** A sheet without the header of a site, so it names the product. */
export function WholeSheet({ title, children }: SheetProps) {
  useTitle(title);
  return (
    <>
      <header class="brand">
        <Brand text={words.product} />
      </header>
      <Sheet title={title}>{children}</Sheet>
    </>
  );
}
