/** The range: by name, from one day to another, moved by its length; and what it is compared with. */
import { Choices } from '../controls/choices.tsx';
import { Field, Form } from '../controls/form.tsx';
import { Popup } from '../controls/popup.tsx';
import { goWith, hrefWith } from '../state/navigation.ts';
import { comparisons, daysOf, isRange, move, type Range, rangeNames } from '../state/range.ts';
import type { View } from '../state/view.ts';
import { formatDays } from '../words/format.ts';
import { words } from '../words/words.ts';

const keys: Readonly<Partial<Record<Range, string>>> = { today: 'D', '7d': 'W', '30d': 'M', year: 'Y' };

export function RangeMenu({ view, nowMs }: { view: View; nowMs: number }) {
  const name = rangeNames.find((one) => one === view.range);
  const days = daysOf(view.range, nowMs);
  const step = (by: -1 | 1) => {
    const range = move(view.range, by, nowMs);
    const title = by < 0 ? words.header.earlier : words.header.later;
    return (
      <a class="step" title={title} href={hrefWith(view, { range })} aria-disabled={range === view.range}>
        {by < 0 ? '‹' : '›'}
      </a>
    );
  };
  return (
    <div class="range row">
      {step(-1)}
      <Popup align="end" button={name ? words.ranges[name] : formatDays(days.first, days.last)}>
        {(close) => (
          <div class="ranges">
            <Choices
              title={words.header.range}
              onChoose={close}
              choices={rangeNames.map((range) => ({
                href: hrefWith(view, { range, granularity: undefined }),
                text: words.ranges[range],
                isChosen: range === view.range,
                key: keys[range],
              }))}
            />
            <Form
              button={words.header.apply}
              done=""
              onSubmit={async ({ from = '', to = '' }) => {
                const range = [from, to].toSorted().join('..');
                if (!isRange(range)) throw new RangeError(words.header.wrongRange);
                goWith({ range, granularity: undefined });
                close();
              }}
            >
              <Field name="from" label={words.header.from} type="date" value={days.first} isRequired />
              <Field name="to" label={words.header.to} type="date" value={days.last} isRequired />
            </Form>
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
      {step(1)}
    </div>
  );
}
