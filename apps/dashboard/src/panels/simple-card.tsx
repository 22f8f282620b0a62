/** A card of rows without a question of its own. */
import type { NameKind, Row } from './list.ts';
import { Rows } from './rows.tsx';

interface SimpleCardProps {
  title: string;
  nameTitle: string;
  names: NameKind;
  rows: readonly Row[];
  /** The title of the figures, if there are any. */
  column?: string;
}

const rowsShown = 9;

export function SimpleCard({ title, nameTitle, names, rows, column }: SimpleCardProps) {
  const columns = column === undefined ? [] : [{ title: column, kind: 'count' as const }];
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
