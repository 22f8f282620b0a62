/** A card of rows without a question of its own. */
import type { NameKind, Row } from './list.ts';
import { Rows } from './rows.tsx';

interface SimpleRowsProps {
  title: string;
  kind: NameKind;
  rows: readonly Row[];
  /** The title of the figures, if there are any. */
  column?: string;
}

export function SimpleRows({ title, kind, rows, column }: SimpleRowsProps) {
  const columns = column === undefined ? [] : [{ title: column, kind: 'count' as const }];
  return (
    <section class="card panel" aria-label={title}>
      <header>
        <h2>{title}</h2>
      </header>
      <div class="content">
        <Rows nameTitle={title} names={kind} rows={rows} columns={columns} />
      </div>
    </section>
  );
}
