/** The overview: a tile for each metric, and the chart of the one that is chosen. */
import type { Answer } from '@footfall/client';
import type { Access } from '../data/api.ts';
import { mapKnown } from '../data/answers.ts';
import { analyticsQuestion } from '../data/question.ts';
import { useAnswer } from '../data/use-answer.ts';
import { State } from '../controls/state.tsx';
import { granularityFor } from '../state/granularity.ts';
import { hrefWith } from '../state/navigation.ts';
import { boundsOf, comparableBounds, daysOf } from '../state/range.ts';
import { type Metric, metrics, type View } from '../state/view.ts';
import { formatChange } from '../words/format.ts';
import { words } from '../words/words.ts';
import { formatMetric } from './metric.ts';
import { TrendChart } from './trend-chart.tsx';

interface OverviewCardProps {
  view: View;
  access: Access;
  nowMs: number;
}

export function OverviewCard({ view, access, nowMs }: OverviewCardProps) {
  const days = daysOf(view.range, nowMs);
  const current = useAnswer(analyticsQuestion(access, 'overview', boundsOf(days)));
  const before = comparableBounds(days, view.comparison === 'year' ? 'year' : 'previous', nowMs);
  const earlier = useAnswer(analyticsQuestion(access, 'overview', before));
  const totals = mapKnown(current, totalsOf).last?.answer;
  const previous = view.comparison === 'none' ? undefined : mapKnown(earlier, totalsOf).last?.answer;
  return (
    <section class="card overview" aria-label={words.overview}>
      <div class="tiles">
        {metrics.map((metric) => (
          <Tile key={metric} metric={metric} view={view} totals={totals} previous={previous} />
        ))}
      </div>
      <State known={current} lines={0}>
        {() => null}
      </State>
      <TrendChart view={view} access={access} nowMs={nowMs} granularity={granularityFor(days, view.granularity)} />
    </section>
  );
}

type Totals = Readonly<Record<Metric, number>>;

export function totalsOf(overview: Answer<'overview'>): Totals {
  const { uniqueVisitors, sessions, pageviews, bounceRate, avgDuration } = overview;
  const viewsPerSession = sessions === 0 ? 0 : pageviews / sessions;
  return { visitors: uniqueVisitors, sessions, pageviews, viewsPerSession, bounceRate, avgDuration };
}

interface TileProps {
  metric: Metric;
  view: View;
  totals: Totals | undefined;
  previous: Totals | undefined;
}

function Tile({ metric, view, totals, previous }: TileProps) {
  const change = totals && previous && formatChange(totals[metric], previous[metric]);
  return (
    <a
      data-page
      class="tile"
      href={hrefWith(view, { metric })}
      aria-current={view.metric === metric ? 'true' : undefined}
    >
      <span class="label">{words.metrics[metric]}</span>
      <span class="figure">{totals && formatMetric(metric, totals[metric])}</span>
      <span class="change">
        {change && (
          <span class={metric === 'bounceRate' || metric === 'avgDuration' ? undefined : change.direction}>
            {change.text}
          </span>
        )}
        {previous && <span class="muted"> {words.before(formatMetric(metric, previous[metric]))}</span>}
      </span>
    </a>
  );
}
