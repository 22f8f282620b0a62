/** The overview: a tile for each metric, and the chart of the chosen one. */
import type { VNode } from 'preact';
import { Fault } from '../controls/state.tsx';
import type { Access } from '../questions/api.ts';
import { hrefWith } from '../state/navigation.ts';
import { type Metric, metrics, type View } from '../state/view.ts';
import { formatChange } from '../words/format.ts';
import { words } from '../words/words.ts';
import { Help } from './help.tsx';
import { formatMean, fullFigure, kindOf } from './figure.ts';
import type { BothTotals } from './totals.ts';
import { TrendChart } from './trend-chart.tsx';

interface OverviewCardProps {
  view: View;
  access: Access;
  nowMs: number;
  totals: BothTotals;
  /** Shown in a popup at the chart. */
  notes: VNode | false;
}

export function OverviewCard({ view, access, nowMs, totals, notes }: OverviewCardProps) {
  const { current } = totals;
  return (
    <section class="card overview" aria-label={words.overview}>
      {current.last === undefined && current.fault !== undefined ? (
        <Fault known={current} />
      ) : (
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
      )}
      <TrendChart view={view} access={access} nowMs={nowMs} totals={totals} notes={notes} />
    </section>
  );
}

interface TileProps {
  metric: Metric;
  view: View;
  totals: BothTotals;
  /** The side on which the help has room. */
  align: 'start' | 'end';
}

function Tile({ metric, view, totals, align }: TileProps) {
  const current = totals.current.last?.answer;
  const before = totals.before?.last?.answer;
  const isComparable = before !== undefined && before.visitors > 0;
  const change = current && isComparable && formatChange(current[metric], before[metric]);
  const kind = kindOf(metric);
  const title = words.figures[metric];
  return (
    <div class="tile" data-metric={metric}>
      <a href={hrefWith(view, { metric })} aria-current={view.metric === metric}>
        <span class="label">{title}</span>
        <span class="figure" title={current && fullFigure(current[metric], kind)}>
          {current && formatMean(current[metric], kind, current.sessions)}
        </span>
        <span class="change">
          {current && before && !isComparable && words.nothingBefore}
          {change && <span class={kind === 'count' ? change.direction : undefined}>{change.text}</span>}
          {isComparable && <span> {words.before(formatMean(before[metric], kind, before.sessions))}</span>}
        </span>
      </a>
      <Help title={title} figures={[{ title, definition: metric }]} path={totals.question.path} align={align} />
    </div>
  );
}
