/** The chart as a table. */
import { Drawer } from '../controls/drawer.tsx';
import { State } from '../controls/state.tsx';
import type { Access } from '../data/api.ts';
import { goWith } from '../state/navigation.ts';
import type { View } from '../state/view.ts';
import { formatBucket, formatChange } from '../words/format.ts';
import { words } from '../words/words.ts';
import { saveCsv, toCsv } from './csv.ts';
import { fullMetric } from './metric.ts';
import { type Bucket, useTrend } from './trend.ts';

export function ChartTable({ view, access, nowMs }: { view: View; access: Access; nowMs: number }) {
  const { known, granularity, metric } = useTrend(view, access, nowMs);
  const title = words.metrics[metric];
  const save = (buckets: readonly Bucket[]) => {
    const columns = [{ title }, { title: words.chart.before }];
    const rows = buckets.map(({ date, value, previous }) => ({ name: date, figures: [value, previous?.value ?? 0] }));
    saveCsv(metric, toCsv({ nameTitle: words.chart.date, columns }, rows));
  };
  return (
    <Drawer title={title} onClose={() => goWith({ open: undefined })}>
      <State known={known} lines={12}>
        {(buckets) => (
          <>
            <div class="search">
              <button type="button" onClick={() => save(buckets)}>
                {words.csv}
              </button>
            </div>
            <table class="rows">
              <thead>
                <tr>
                  <th scope="col">{words.chart.date}</th>
                  <th scope="col">{title}</th>
                  <th scope="col">{words.chart.before}</th>
                  <th scope="col">{words.chart.change}</th>
                </tr>
              </thead>
              <tbody>
                {buckets.map(({ date, value, previous, state }) => (
                  <tr key={date}>
                    <th scope="row">{formatBucket(date, granularity)}</th>
                    <td>{state === 'ahead' ? '' : fullMetric(metric, value)}</td>
                    <td>{previous && fullMetric(metric, previous.value)}</td>
                    <td>{previous && state === 'over' && formatChange(value, previous.value).text}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </>
        )}
      </State>
    </Drawer>
  );
}
