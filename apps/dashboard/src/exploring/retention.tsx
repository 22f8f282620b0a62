/** Retention: visitors by the period in which they were first seen, and how many of them were seen later. */
import { Choices } from '../controls/choices.tsx';
import { State } from '../controls/state.tsx';
import type { Access } from '../resources/api.ts';
import { analyticsResource } from '../resources/resource.ts';
import { useResource } from '../resources/use-resource.ts';
import { dayOf } from '../state/days.ts';
import { hrefWith } from '../state/navigation.ts';
import type { Bounds } from '../state/range.ts';
import type { View } from '../state/view.ts';
import { exploringWords } from '../words/exploring-words.ts';
import { formatBucket, formatCount, formatFull, formatPercent } from '../words/format.ts';
import { words } from '../words/words.ts';

interface RetentionProps {
  view: View;
  access: Access;
  bounds: Bounds;
  localMs: number;
}

const say = exploringWords.retention;
const periods = ['day', 'week', 'month'] as const;

export function Retention({ view, access, bounds, localMs }: RetentionProps) {
  const granularity = periods.find((one) => one === view.rest['period']) ?? 'week';
  const today = dayOf(localMs);
  const isRunning = bounds.start <= today && today <= bounds.end;
  // The API returns future periods, too, as if nobody had returned in them.
  const end = isRunning ? today : bounds.end;
  const known = useResource(analyticsResource(access, 'retention', { start: bounds.start, end, granularity }));
  return (
    <>
      <Choices
        isLine
        title={words.granularity}
        choices={periods.map((period) => ({
          href: hrefWith(view, { rest: { ...view.rest, period } }),
          text: words.granularities[period],
          isChosen: period === granularity,
        }))}
      />
      <State known={known} lines={9}>
        {({ data, followed }) => (
          <>
            <p class="muted">
              {say.followed(formatPercent(followed))}{' '}
              {isRunning && say.running(words.granularities[granularity].toLowerCase())}
            </p>
            <Cohorts cohorts={data} granularity={granularity} isRunning={isRunning} />
          </>
        )}
      </State>
    </>
  );
}

interface CohortsProps {
  /** The visitors who were first seen in a period, and how many of them were seen in it and in each later one. */
  cohorts: readonly { date: string; visitors: number; returned: readonly number[] }[];
  granularity: (typeof periods)[number];
  /** True if the last period is not over. */
  isRunning: boolean;
}

/** A row per period; the colour of a share is deeper the closer it is to the highest one. */
function Cohorts({ cohorts, granularity, isRunning }: CohortsProps) {
  const shareOf = (count: number, visitors: number) => (visitors === 0 ? 0 : count / visitors);
  const later = cohorts.flatMap(({ visitors, returned }) => returned.slice(1).map((count) => shareOf(count, visitors)));
  const highest = Math.max(...later, Number.MIN_VALUE);
  return (
    <div class="scrolled" tabIndex={0} role="region" aria-label={words.explore.retention}>
      <table class="retention">
        <thead>
          <tr>
            <th scope="col">{say.first}</th>
            <th scope="col">{words.figures.visitors}</th>
            {cohorts.slice(1).map(({ date }, index) => (
              <th key={date} scope="col">
                +{index + 1}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {cohorts.map(({ date, visitors, returned }) => (
            <tr key={date} class={isRunning ? 'running' : undefined}>
              <th scope="row">{formatBucket(date, granularity)}</th>
              <td title={formatFull(visitors)}>{formatCount(visitors)}</td>
              {returned.slice(1).map((count, index) => (
                <td
                  key={index}
                  title={formatFull(count)}
                  style={{ '--share': String(shareOf(count, visitors) / highest) }}
                >
                  {visitors > 0 && formatPercent((100 * count) / visitors)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
