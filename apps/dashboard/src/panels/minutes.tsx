/** Visitors by minute: as bars with a read-out, and as a table. */
import { useState } from 'preact/hooks';
import { Bars } from '../charts/bars.tsx';
import { formatCount } from '../words/format.ts';
import { liveWords as say } from '../words/live-words.ts';
import { words } from '../words/words.ts';
import { columnOf } from './figure.ts';
import { Rows } from './rows.tsx';

const columns = [columnOf('visitors', 'active')];

interface MinutesProps {
  /** The number of minutes. */
  span: number;
  /** The visitors by the number of minutes ago; empty until they are known. */
  visitors: readonly number[];
}

export function Minutes({ span, visitors }: MinutesProps) {
  const [selected, select] = useState<number | undefined>();
  const most = Math.max(0, ...visitors);
  const nameOf = (minutesAgo: number) => (minutesAgo === 0 ? say.now : words.ago(60 * minutesAgo));
  // Time runs to the right.
  const chosen = visitors.length - 1 - (selected ?? visitors.length);
  const count = visitors[chosen];
  return (
    <div>
      <Bars
        counts={visitors.toReversed()}
        // A scale that ends at 0 is none. A space keeps the height of a figure.
        most={most === 0 ? '\u00a0' : formatCount(most)}
        label={`${say.byMinute(formatCount(most))}. ${words.chart.help}`}
        selected={selected}
        onSelect={select}
      />
      <p class="muted ends row">
        <span>{words.ago(60 * span)}</span>
        <span aria-live="polite">{count !== undefined && say.minute(nameOf(chosen), count)}</span>
        <span>{say.now}</span>
      </p>
      <details>
        <summary class="muted">{words.chart.table}</summary>
        <div class="scrolled" tabIndex={0} role="region" aria-label={words.chart.table}>
          <Rows
            nameTitle={say.minuteTitle}
            names="text"
            rows={visitors.map((one, minutesAgo) => ({ name: nameOf(minutesAgo), figures: [one] }))}
            columns={columns}
          />
        </div>
      </details>
    </div>
  );
}
