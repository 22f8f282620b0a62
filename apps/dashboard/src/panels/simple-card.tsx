/** A card with the given rows. */
import type { View } from '../state/view.ts';
import { Card, rowsShown } from './card.tsx';
import type { Column } from './figure.ts';
import type { NameKind, Row } from './row.ts';
import type { FiltersOf } from './row-filter.ts';
import { Rows } from './rows.tsx';

interface SimpleCardProps {
  title: string;
  nameTitle: string;
  names: NameKind;
  rows: readonly Row[];
  /** The filters that a click on a row applies. */
  filtersOf: FiltersOf;
  view: View;
  /** Shown if there are no rows. */
  empty: string;
  /** The columns of the figures, if there are any. */
  columns?: readonly Column[];
}

export function SimpleCard({ title, nameTitle, names, rows, filtersOf, view, empty, columns = [] }: SimpleCardProps) {
  return (
    <Card title={title}>
      <div class="content">
        {rows.length === 0 ? (
          <p class="empty muted">{empty}</p>
        ) : (
          <Rows
            nameTitle={nameTitle}
            heading={nameTitle}
            names={names}
            rows={rows.slice(0, rowsShown)}
            columns={columns}
            filtersOf={filtersOf}
            view={view}
          />
        )}
      </div>
    </Card>
  );
}
