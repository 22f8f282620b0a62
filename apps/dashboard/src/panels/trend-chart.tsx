/** The chosen metric over time, with its summary, its read-out and its table. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { ticksTo } from '../charts/scale.ts';
import { LineChart } from '../charts/line-chart.tsx';
import { Choices } from '../controls/choices.tsx';
import { Popup } from '../controls/popup.tsx';
import { faultText, Retry, State } from '../controls/state.tsx';
import { hasFailed } from '../resources/cache.ts';
import type { Access } from '../resources/api.ts';
import { addDays } from '../state/days.ts';
import { allowedGranularities } from '../state/granularity.ts';
import { goWith, hrefWith } from '../state/navigation.ts';
import { daysOf, earlierDays } from '../state/range.ts';
import type { View } from '../state/view.ts';
import { formatChange, formatDays, formatGrid, formatTick, fullFigure } from '../words/format.ts';
import { words } from '../words/words.ts';
import { Help } from './help.tsx';
import { kindOf } from './figure.ts';
import type { BothTotals } from './totals.ts';
import { type Bucket, useTrend } from './trend.ts';

export interface TrendChartProps {
  view: View;
  access: Access;
  localMs: number;
  totals: BothTotals;
  /** The notes, which a person can read and write; false for visitors of a share. */
  notes: VNode | false;
  /** Describes a point of the chart. */
  readOut: (bucket: Bucket) => VNode;
  /** Shown in place of the chart of a range without visits. */
  empty: VNode;
}

export function TrendChart({ view, access, localMs, totals, notes, readOut, empty }: TrendChartProps) {
  const [selected, select] = useState<number | undefined>();
  const { known, granularity, resource } = useTrend(view, access, localMs, totals);
  const { current, before } = totals;
  // One error at a time, and one button for all of them.
  const failed = [known, current, before].filter(hasFailed);
  const retry = () => failed.forEach((one) => one?.retry());
  const [first] = failed;
  const { metric, comparison } = view;
  const kind = kindOf(metric);
  const days = daysOf(view.range, localMs);
  const earlier = comparison && earlierDays(days, comparison);
  const granularities = allowedGranularities(days);
  const buckets = known.last?.result ?? [];
  const ticks = ticksTo(maxOf(buckets), kind);
  const shownDays = formatDays(days.first, days.last);
  const summary = summaryOf(view, totals, buckets, shownDays);
  const isEmpty = current.last?.result.visitors === 0;
  const point = isEmpty ? undefined : buckets[selected ?? -1];
  const open = (index: number) => {
    const date = buckets[index]?.date ?? '';
    const next = buckets[index + 1]?.date;
    const from = date < days.first ? days.first : date;
    select(undefined);
    goWith({ range: `${from}..${next ? addDays(next, -1) : days.last}`, granularity: undefined });
  };
  return (
    <figure class="trend" aria-label={summary}>
      <figcaption class="chart-head row">
        <p class="read-out" aria-live="polite">
          {point ? readOut(point) : summary && <span class="muted">{summary}</span>}
          {!point && !isEmpty && earlier && buckets.some(({ previous }) => previous) && (
            <span class="key muted" aria-hidden="true">
              {formatDays(earlier.first, earlier.last)}
            </span>
          )}
          {first && first !== known && !point && (
            <span>
              {first === before ? words.states.noComparison : faultText(first.fault)} ·{' '}
              <Retry known={{ ...first, retry }} />
            </span>
          )}
        </p>
        {granularities.length > 1 && (
          <Choices
            isLine
            title={words.granularity}
            choices={granularities.map((one) => ({
              href: hrefWith(view, { granularity: one }),
              text: words.granularities[one],
              isChosen: one === granularity,
            }))}
          />
        )}
        {notes && (
          <Popup class="notes" align="end" button={words.chart.notes}>
            {() => notes}
          </Popup>
        )}
        <a class="muted" href={hrefWith(view, { open: 'chart' })}>
          {words.chart.table}
        </a>
        <Help
          title={words.figures[metric]}
          figures={[{ title: words.figures[metric], definition: metric }]}
          path={resource.path}
        />
      </figcaption>
      <div class="chart-area">
        <State known={{ ...known, retry }} lines={1}>
          {() =>
            isEmpty ? (
              <div class="empty">{empty}</div>
            ) : (
              <LineChart
                points={buckets.map((bucket, index) => ({
                  ...bucket,
                  tick: formatTick(bucket.date, granularity, buckets[index - 1]?.date),
                  previous: bucket.previous?.value,
                }))}
                ticks={ticks}
                formatTick={(value) => formatGrid(value, kind, ticks.at(-1))}
                label={`${summary} ${words.chart.help}`}
                selected={selected}
                onSelect={select}
                onOpen={granularity === 'hour' ? undefined : open}
              />
            )
          }
        </State>
      </div>
    </figure>
  );
}

/** Returns a summary of the chart in two sentences. */
function summaryOf(
  { metric }: View,
  { current, before }: BothTotals,
  buckets: readonly Bucket[],
  days: string,
): string {
  const total = current.last?.result;
  if (total === undefined) return '';
  if (total.visitors === 0) return `${words.chart.empty(days)}.`;
  const kind = kindOf(metric);
  const previous = before?.last?.result;
  const change = previous?.visitors ? formatChange(total[metric], previous[metric], kind, fullFigure) : undefined;
  const peak = buckets.reduce<Bucket | undefined>(
    (best, one) => (one.value === undefined || (best?.value ?? -1) >= one.value ? best : one),
    undefined,
  );
  return [
    words.chart.summary(words.figures[metric], fullFigure(total[metric], kind), days),
    change && words.chart.compared(change.text, fullFigure(previous?.[metric], kind)),
    '.',
    peak && buckets.length > 1 && words.chart.peak(peak.name, fullFigure(peak.value, kind)),
  ]
    .filter(Boolean)
    .join('');
}

function maxOf(buckets: readonly Bucket[]): number {
  return Math.max(...buckets.map(({ value = 0, previous }) => Math.max(value, previous?.value ?? 0)), 0);
}
