/** Visitors by minute: as bars with a read-out, and as a table. */
import { useState } from 'preact/hooks';
import { Bars } from '../charts/bars.tsx';
import { formatCount } from '../words/format.ts';
import { liveWords as say } from '../words/live-words.ts';
import { words } from '../words/words.ts';
import { columnOf } from './figure.ts';
import { Rows } from './rows.tsx';

const columns = [columnOf('visitors', 'active')];

/** `visitors` by the number of minutes ago. */
export function Minutes({ visitors }: { visitors: readonly number[] }) {
  const [selected, select] = useState<number | undefined>();
  const most = formatCount(Math.max(...visitors, 0));
  const nameOf = (minutesAgo: number) => (minutesAgo === 0 ? say.now : words.ago(60 * minutesAgo));
  // Time runs to the right.
  const chosen = selected === undefined ? undefined : visitors.length - 1 - selected;
  return (
    <div>
      <Bars
        counts={visitors.toReversed()}
        most={most}
        label={`${say.byMinute(most)}. ${words.chart.help}`}
        selected={selected}
        onSelect={select}
      />
      <p class="muted ends row">
        <span>{words.ago(60 * visitors.length)}</span>
        <span aria-live="polite">{chosen !== undefined && say.minute(nameOf(chosen), visitors[chosen] ?? 0)}</span>
        <span>{say.now}</span>
      </p>
      <details>
        <summary class="muted">{words.chart.table}</summary>
        <div class="scrolled" tabIndex={0} role="region" aria-label={words.chart.table}>
          <Rows
            nameTitle={say.minuteTitle}
            names="text"
            rows={visitors.map((count, minutesAgo) => ({ name: nameOf(minutesAgo), figures: [count] }))}
            columns={columns}
          />
        </div>
      </details>
    </div>
  );
}
