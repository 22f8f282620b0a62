/** Chooses the range, by name or by its first and last day, and the range to compare with. */
import { Choices } from '../controls/choices.tsx';
import { Field, Form } from '../controls/form.tsx';
import type { Access } from '../resources/api.ts';
import { useResource } from '../resources/use-resource.ts';
import { firstVisitResource } from '../resources/visits.ts';
import { dayOf, type Days } from '../state/days.ts';
import { goWith, hrefWith } from '../state/navigation.ts';
import { comparisons, isRange, type Range, rangeNames } from '../state/range.ts';
import type { View } from '../state/view.ts';
import { clockMs } from '../state/zone.ts';
import { exploringWords } from '../words/exploring-words.ts';
import { words } from '../words/words.ts';

interface RangesProps {
  view: View;
  access: Access;
  /** The days of the range. */
  days: Days;
  close: () => void;
}

const say = exploringWords.ranges;
const keys: Readonly<Partial<Record<Range, string>>> = { today: 'D', '7d': 'W', '30d': 'M', year: 'Y' };

export function Ranges({ view, access, days, close }: RangesProps) {
  const firstVisit = useResource(firstVisitResource(access)).last?.result;
  const allTime = `${firstVisit}..${dayOf(clockMs(Date.now(), access.timezone))}`;
  return (
    <div class="ranges">
      <Choices
        title={say.title}
        choices={[
          ...rangeNames.map((range) => ({
            href: hrefWith(view, { range, granularity: range === '12m' ? 'month' : undefined }),
            text: words.ranges[range],
            isChosen: range === view.range,
            key: keys[range],
          })),
          // Not before the first visit, or if it was more than five years ago: the API returns no longer range.
          ...(isRange(allTime)
            ? [
                {
                  href: hrefWith(view, { range: allTime, granularity: undefined }),
                  text: say.allTime,
                  isChosen: allTime === view.range,
                },
              ]
            : []),
        ]}
      />
      <Form
        button={say.apply}
        done=""
        onSubmit={async ({ from = '', to = '' }) => {
          const range = [from, to].toSorted().join('..');
          if (!isRange(range)) throw new RangeError(say.wrong);
          goWith({ range, granularity: undefined });
          close();
        }}
      >
        <Field name="from" label={say.from} type="date" value={days.first} isRequired />
        <Field name="to" label={say.to} type="date" value={days.last} isRequired />
      </Form>
      <Choices
        title={say.comparison}
        choices={[...comparisons, undefined].map((comparison) => ({
          href: hrefWith(view, { comparison }),
          text: say.comparisons[comparison ?? 'none'],
          isChosen: comparison === view.comparison,
        }))}
      />
    </div>
  );
}
