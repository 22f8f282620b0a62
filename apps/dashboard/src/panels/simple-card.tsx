/** A card of rows without a question of its own. */
import type { Column } from './figure.ts';
import type { NameKind, Row } from './row.ts';
import { Rows } from './rows.tsx';

interface SimpleCardProps {
  title: string;
  nameTitle: string;
  names: NameKind;
  rows: readonly Row[];
  /** What the figures are, if there are any. */
  columns?: readonly Column[];
}

const rowsShown = 9;

export function SimpleCard({ title, nameTitle, names, rows, columns = [] }: SimpleCardProps) {
  return (
    <section class="card panel" aria-label={title}>
      <header>
        <h2>{title}</h2>
      </header>
      <div class="content">
        <Rows nameTitle={nameTitle} names={names} rows={rows.slice(0, rowsShown)} columns={columns} />
      </div>
    </section>
  );
}
