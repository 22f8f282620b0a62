/** A card of rows without a question of its own. */
import { words } from '../words/words.ts';
import { Card } from './card.tsx';
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
    <Card title={title}>
      <div class="content">
        {rows.length === 0 ? (
          <p class="empty muted">{words.states.empty}</p>
        ) : (
          <Rows nameTitle={nameTitle} names={names} rows={rows.slice(0, rowsShown)} columns={columns} />
        )}
      </div>
    </Card>
  );
}
