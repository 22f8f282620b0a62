/** The overview: a tile for each metric, and the chart of the chosen one. */
import { hrefWith } from '../state/navigation.ts';
import { type Metric, metrics, type View } from '../state/view.ts';
import { formatChange, formatFigure, fullFigure, nothing } from '../words/format.ts';
import { words } from '../words/words.ts';
import { Help } from './help.tsx';
import { kindOf } from './figure.ts';
import { hasFailed } from '../resources/cache.ts';
import type { BothTotals } from './totals.ts';
import { TrendChart, type TrendChartProps } from './trend-chart.tsx';

export function OverviewCard(props: TrendChartProps) {
  const { view, totals } = props;
  return (
    <section class="card overview" aria-label={words.overview}>
      <div class="tiles">
        {metrics.map((metric, index) => (
          <Tile
            key={metric}
            metric={metric}
            view={view}
            totals={totals}
            align={index < metrics.length / 2 ? 'start' : 'end'}
          />
        ))}
      </div>
      <TrendChart {...props} />
    </section>
  );
}

interface TileProps {
  metric: Metric;
  view: View;
  totals: BothTotals;
  /** The side on which the help fits. */
  align: 'start' | 'end';
}

function Tile({ metric, view, totals, align }: TileProps) {
  const current = totals.current.last?.result;
  const before = totals.before?.last?.result;
  const isComparable = before?.visitors !== undefined && before.visitors > 0;
  const kind = kindOf(metric);
  const change = current && isComparable && formatChange(current[metric], before[metric], kind);
  const title = words.figures[metric];
  return (
    <div class="tile" data-metric={metric}>
      <a href={hrefWith(view, { metric })} aria-current={view.metric === metric}>
        <span class="label">{title}</span>
        <span class="figure" title={current && fullFigure(current[metric], kind)}>
          {current ? formatFigure(current[metric], kind) : hasFailed(totals.current) && nothing}
        </span>
        <span class="change">
          {current && before && !isComparable && words.nothingBefore}
          {current && hasFailed(totals.before) && words.notCompared}
          {change && <span class={kind === 'count' ? change.direction : undefined}>{change.text}</span>}
          {isComparable && <span> {words.before(formatFigure(before[metric], kind))}</span>}
        </span>
      </a>
      <Help title={title} figures={[{ title, definition: metric }]} path={totals.resource.path} align={align} />
    </div>
  );
}
