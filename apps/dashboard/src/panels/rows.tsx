/** The rows of a list: a bar behind each label, its length relative to the longest. */
import { formatChange, formatPercent } from '../words/format.ts';
import { words } from '../words/words.ts';
import { formatFigure, fullFigure } from './figure.ts';
import type { Column, NameKind, Row } from './list.ts';
import { Name } from './name.tsx';

interface RowsProps {
  nameTitle: string;
  names: NameKind;
  rows: readonly Row[];
  columns: readonly Pick<Column, 'title' | 'kind' | 'isShare'>[];
  /** The visitors of the range, for shares. */
  total?: number | undefined;
}

export function Rows({ nameTitle, names, rows, columns, total }: RowsProps) {
  const max = Math.max(...rows.map(({ figures }) => figures[0] ?? 0), 1);
  const hasChange = rows.some(({ previous }) => previous !== undefined);
  const shareIn = columns.findIndex(({ isShare }) => isShare);
  return (
    <table class="rows">
      <thead>
        <tr>
          <th scope="col">{nameTitle}</th>
          {columns.map(({ title }) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
          {hasChange && <th scope="col">{words.chart.change}</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={`${row.name}\n${row.detail}`}>
            <th scope="row">
              <span class="bar" style={{ '--length': String((row.figures[0] ?? 0) / max) }} />
              <Name row={row} kind={names} />
            </th>
            {columns.map(({ title, kind }, index) => {
              const figure = row.figures[index] ?? 0;
              return (
                <td key={title} title={fullFigure(figure, kind)}>
                  {index === shareIn && total !== undefined && total > 0 && (
                    <span class="share muted" aria-label={words.shareOf(formatPercent((100 * figure) / total))}>
                      {formatPercent((100 * figure) / total)}
                    </span>
                  )}
                  <span>{formatFigure(figure, kind)}</span>
                </td>
              );
            })}
            {hasChange && (
              <td class="muted">
                {row.previous !== undefined && formatChange(row.figures[0] ?? 0, row.previous).text}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
