/** The range: by name, from one day to another, moved by its length; and what it is compared with. */
import { Choices } from '../controls/choices.tsx';
import { Popup } from '../controls/popup.tsx';
import { dayOf } from '../state/days.ts';
import { goWith, hrefWith } from '../state/navigation.ts';
import { comparisons, daysOf, isRange, move, type Range, rangeNames } from '../state/range.ts';
import type { View } from '../state/view.ts';
import { formatDays } from '../words/format.ts';
import { words } from '../words/words.ts';

const keys: Readonly<Partial<Record<Range, string>>> = { today: 'D', '7d': 'W', '30d': 'M', year: 'Y' };

export function RangeMenu({ view, nowMs }: { view: View; nowMs: number }) {
  const name = rangeNames.find((one) => one === view.range);
  const days = daysOf(view.range, nowMs);
  const later = move(view.range, 1, nowMs);
  return (
    <div class="range">
      <a
        class="step"
        data-page
        aria-label={words.header.earlier}
        title={words.header.earlier}
        href={hrefWith(view, { range: move(view.range, -1, nowMs) })}
      >
        ‹
      </a>
      <Popup align="end" button={name ? words.ranges[name] : formatDays(days.first, days.last)}>
        {(close) => (
          <div class="ranges">
            <Choices
              title={words.header.range}
              onChoose={close}
              choices={rangeNames.map((range) => {
                const key = keys[range];
                return {
                  href: hrefWith(view, { range, granularity: undefined }),
                  text: words.ranges[range],
                  isChosen: range === view.range,
                  ...(key === undefined ? {} : { key }),
                };
              })}
            />
            <CustomRange first={days.first} last={days.last} nowMs={nowMs} close={close} />
            <Choices
              title={words.header.comparison}
              onChoose={close}
              choices={comparisons.map((comparison) => ({
                href: hrefWith(view, { comparison }),
                text: words.comparisons[comparison],
                isChosen: comparison === view.comparison,
              }))}
            />
          </div>
        )}
      </Popup>
      <a
        class="step"
        data-page
        aria-label={words.header.later}
        title={words.header.later}
        href={hrefWith(view, { range: later })}
        aria-disabled={later === view.range}
      >
        ›
      </a>
    </div>
  );
}

interface CustomRangeProps {
  first: string;
  last: string;
  nowMs: number;
  close: () => void;
}

function CustomRange({ first, last, nowMs, close }: CustomRangeProps) {
  const today = dayOf(nowMs);
  const apply = (event: SubmitEvent) => {
    event.preventDefault();
    if (!(event.currentTarget instanceof HTMLFormElement)) return;
    const form = new FormData(event.currentTarget);
    const range = [form.get('from'), form.get('to')].map(String).toSorted().join('..');
    if (!isRange(range)) return;
    goWith({ range, granularity: undefined });
    close();
  };
  return (
    <form class="custom" aria-label={words.header.custom} onSubmit={apply}>
      <label>
        {words.header.from}
        <input type="date" name="from" required max={today} defaultValue={first} />
      </label>
      <label>
        {words.header.to}
        <input type="date" name="to" required max={today} defaultValue={last} />
      </label>
      <button type="submit">{words.header.apply}</button>
    </form>
  );
}
