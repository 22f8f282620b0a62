/** The rows of a list: a bar behind each label, its length relative to the longest. */
import type { View } from '../state/view.ts';
import { formatChange, formatFigure, formatPercent, fullFigure } from '../words/format.ts';
import { words } from '../words/words.ts';
import type { Column } from './figure.ts';
import { Name } from './name.tsx';
import type { NameKind, Row } from './row.ts';
import { type FiltersOf, rowFilter } from './row-filter.ts';

const short: Readonly<Record<string, string>> = words.short;

interface RowsProps {
  nameTitle: string;
  /** The title above the rows: if it is that of the names, it is not shown twice. */
  heading?: string | undefined;
  names: NameKind;
  rows: readonly Row[];
  /** The filters that a click on a row applies; none if absent. */
  filtersOf?: FiltersOf | undefined;
  view?: View | undefined;
  columns: readonly Pick<Column, 'title' | 'kind' | 'metric'>[];
  /** The visitors of the range, for shares: null until they are known. Without them there are no shares. */
  total?: number | null;
  /** The index of the column that the rows are sorted by. */
  sort?: number | undefined;
  /** Sorts by another column. */
  onSort?: (column: number) => void;
}

export function Rows({ nameTitle, heading, names, rows, filtersOf, view, columns, total, sort, onSort }: RowsProps) {
  const max = Math.max(...rows.map(({ figures }) => figures[0] ?? 0), 1);
  const hasChange = rows.some(({ previous }) => previous !== undefined);
  const isTitled = [heading, columns[0]?.title].includes(nameTitle);
  // Space is reserved for shares before the total is known, so that the bars keep their length.
  const shareIn = total === undefined ? -1 : columns.findIndex(({ metric }) => metric === 'visitors');
  return (
    <table class="rows">
      <thead>
        <tr>
          <th scope="col">
            <span class={isTitled ? 'hidden' : undefined}>{nameTitle}</span>
          </th>
          {columns.map(({ title, metric }, index) => (
            <th key={title} scope="col" data-metric={metric} aria-sort={index === sort ? 'descending' : undefined}>
              {onSort ? (
                <button type="button" data-short={short[metric]} onClick={() => onSort(index)}>
                  {title}
                </button>
              ) : (
                title
              )}
            </th>
          ))}
          {hasChange && <th scope="col">{words.chart.change}</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const filter = view && filtersOf && rowFilter(view, filtersOf, row);
          return (
            <tr key={`${row.id ?? row.name}\n${row.detail}`} onClick={filter?.onClick} onKeyDown={filter?.onKeyDown}>
              <th scope="row">
                <span class="bar" style={{ '--length': String((row.figures[0] ?? 0) / max) }} />
                <Name row={row} kind={names} filter={filter} />
              </th>
              {columns.map(({ title, kind, metric }, index) => {
                // In full in drawers, which are sorted, and in the chart's table, which filters nothing.
                const format = onSort || !view ? fullFigure : formatFigure;
                // Goals are listed even without visitors, and then have no rate.
                const figure = kind === 'percent' && total === 0 ? undefined : row.figures[index];
                const share = total ? formatPercent((100 * (figure ?? 0)) / total) : '';
                return (
                  <td key={title} data-metric={metric} title={fullFigure(figure, kind)}>
                    {index === shareIn && (
                      <span class="share muted" aria-label={share && words.shareOf(share)}>
                        {share}
                      </span>
                    )}
                    <span>{format(figure, kind)}</span>
                  </td>
                );
              })}
              {hasChange && <td class="muted">{formatChange(row.figures[0], row.previous, columns[0]?.kind)?.text}</td>}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
