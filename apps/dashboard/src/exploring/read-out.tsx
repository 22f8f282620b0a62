/** Describes a point of the chart: its value, the one before, and the change. */
import { kindOf } from '../panels/figure.ts';
import type { Bucket } from '../panels/trend.ts';
import type { Metric } from '../state/view.ts';
import { exploringWords } from '../words/exploring-words.ts';
import { formatChange, fullFigure } from '../words/format.ts';
import { words } from '../words/words.ts';

interface ReadOutProps {
  bucket: Bucket;
  metric: Metric;
}

const say = exploringWords.chart;

export function ReadOut({ bucket, metric }: ReadOutProps) {
  const { value, previous, state } = bucket;
  const kind = kindOf(metric);
  const change = formatChange(value, previous?.value, kind, fullFigure);
  const textOf = (figure: number | undefined) => (figure === undefined ? say.noSessions : fullFigure(figure, kind));
  return (
    <>
      <span>{bucket.name}</span>
      {state === 'ahead' && <span class="muted">{say.ahead}</span>}
      {state !== 'ahead' && (
        <b>
          {textOf(value)} {value !== undefined && say.counted(words.figures[metric], value)}
        </b>
      )}
      {state === 'running' && <span class="muted">{say.soFar}</span>}
      {previous && (
        <span class="muted">
          {previous.name}: {textOf(previous.value)}
        </span>
      )}
      {change && (state === 'over' || state === 'part') && (
        <span class={kind === 'count' ? change.direction : 'muted'}>{change.text}</span>
      )}
      {bucket.note && <bdi class="ellipsis">{bucket.note}</bdi>}
    </>
  );
}
