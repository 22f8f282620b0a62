/** The chart as a table. */
import { State } from '../controls/state.tsx';
import type { Access } from '../resources/api.ts';
import type { View } from '../state/view.ts';
import { exploringWords } from '../words/exploring-words.ts';
import { formatFull } from '../words/format.ts';
import { CsvButton } from '../panels/csv-button.tsx';
import { columnOf } from '../panels/figure.ts';
import { Rows } from '../panels/rows.tsx';
import { useTotals } from '../panels/totals.ts';
import { useTrend } from '../panels/trend.ts';

const say = exploringWords.chart;

export function ChartTable({ view, access, localMs }: { view: View; access: Access; localMs: number }) {
  const { known, resource } = useTrend(view, access, localMs, useTotals(view, access, localMs));
  const { metric } = view;
  const column = columnOf(metric, metric);
  return (
    <State known={known} lines={12}>
      {(buckets) => {
        const begun = buckets.filter(({ state }) => state !== 'ahead');
        const rows = begun.map(({ name, value, previous, state, note, isMarked }) => ({
          name: isMarked ? `${name}: ${note}` : name,
          detail: state === 'running' ? say.soFar : undefined,
          figures: [value, previous?.value],
          // A part of a day is not compared with a whole one.
          previous: state === 'running' ? undefined : previous?.value,
        }));
        const before = begun.some(({ previous }) => previous) ? [{ ...column, title: say.before }] : [];
        return (
          <>
            <p class="pages muted row">
              <span>{exploringWords.rows.found(formatFull(rows.length))}</span>
              <CsvButton name={metric} load={resource.csv} />
            </p>
            <Rows nameTitle={say.date} columns={[column, ...before]} names="text" rows={rows} />
          </>
        );
      }}
    </State>
  );
}
