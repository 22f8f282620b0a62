/** The chart as a table. */
import { Drawer } from '../controls/drawer.tsx';
import { State } from '../controls/state.tsx';
import type { Access } from '../questions/api.ts';
import { goWith } from '../state/navigation.ts';
import type { View } from '../state/view.ts';
import { exploringWords } from '../words/exploring-words.ts';
import { CsvButton } from '../panels/csv-button.tsx';
import { columnOf } from '../panels/figure.ts';
import { Rows } from '../panels/rows.tsx';
import { useTotals } from '../panels/totals.ts';
import { useTrend } from '../panels/trend.ts';

const say = exploringWords.chart;

export function ChartTable({ view, access, localMs }: { view: View; access: Access; localMs: number }) {
  const { known, csv } = useTrend(view, access, localMs, useTotals(view, access, localMs));
  const { metric } = view;
  const column = columnOf(metric, metric);
  const table = { nameTitle: say.date, columns: [column, { ...column, title: say.before }] };
  return (
    <Drawer title={column.title} onClose={() => goWith({ open: undefined })}>
      <State known={known} lines={12}>
        {(buckets) => {
          const rows = buckets
            .filter(({ state }) => state !== 'ahead')
            .map(({ name, value, previous, note, isMarked }) => ({
              name: isMarked ? `${name}: ${note}` : name,
              figures: [value, previous?.value],
              previous: previous?.value,
            }));
          return (
            <>
              <div class="search row">
                <CsvButton name={metric} load={csv} />
              </div>
              <Rows {...table} names="text" rows={rows} />
            </>
          );
        }}
      </State>
    </Drawer>
  );
}
