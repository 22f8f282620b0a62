/** The range, with buttons that move it by its length; its menu is loaded when it is opened. */
import { later } from '../controls/later.tsx';
import { Popup } from '../controls/popup.tsx';
import type { Access } from '../resources/api.ts';
import { hrefWith } from '../state/navigation.ts';
import { daysOf, move, rangeNames } from '../state/range.ts';
import type { View } from '../state/view.ts';
import { clockMs } from '../state/zone.ts';
import { formatDays } from '../words/format.ts';
import { words } from '../words/words.ts';
import { exploring } from './scripts.ts';

const Ranges = later(exploring, (script) => script.Ranges);

interface RangeMenuProps {
  view: View;
  access: Access;
}

export function RangeMenu({ view, access }: RangeMenuProps) {
  // Computed with each result, so that the day changes at midnight.
  const localMs = clockMs(Date.now(), access.timezone);
  const name = rangeNames.find((one) => one === view.range);
  const days = daysOf(view.range, localMs);
  return (
    <div class="range row">
      <Step view={view} localMs={localMs} by={-1} />
      <Popup align="end" button={name ? words.ranges[name] : formatDays(days.first, days.last)}>
        {(close) => <Ranges view={view} access={access} days={days} close={close} />}
      </Popup>
      <Step view={view} localMs={localMs} by={1} />
    </div>
  );
}

interface StepProps {
  view: View;
  localMs: number;
  by: -1 | 1;
}

/** A link to the range before or after this one. */
export function Step({ view, localMs, by }: StepProps) {
  const range = move(view.range, by, localMs);
  const title = by < 0 ? words.header.earlier : words.header.later;
  return (
    <a
      class="step"
      title={title}
      aria-label={title}
      href={hrefWith(view, { range })}
      aria-disabled={range === view.range}
    >
      {by < 0 ? '‹' : '›'}
    </a>
  );
}
