/** The rows of a list: a bar behind each label, its length relative to the longest. */
import type { NameKind, Row } from './list.ts';
import { Name } from './name.tsx';
import { formatFigure, fullFigure } from './figure.ts';
import type { Column } from './list.ts';

interface RowsProps {
  rows: readonly Row[];
  names: NameKind;
  nameTitle: string;
  column: Column;
}

export function Rows({ rows, names, nameTitle, column }: RowsProps) {
  const max = Math.max(...rows.map(({ figures }) => figures[0] ?? 0), 1);
  return (
    <table class="rows">
      <thead>
        <tr>
          <th scope="col">{nameTitle}</th>
          <th scope="col">{column.title}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const figure = row.figures[0] ?? 0;
          return (
            <tr key={`${row.name} ${row.detail}`}>
              <th scope="row">
                <span class="bar" style={{ '--length': String(figure / max) }} />
                <Name row={row} kind={names} />
              </th>
              <td title={fullFigure(figure, column.kind)}>{formatFigure(figure, column.kind)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
