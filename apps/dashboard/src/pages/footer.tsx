/** The last line of each page. */
import { useEffect, useState } from 'preact/hooks';
import { oldestMs, onUpdate } from '../resources/cache.ts';
import { clockMs } from '../state/zone.ts';
import { formatTime } from '../words/format.ts';
import { words } from '../words/words.ts';

interface FooterProps {
  timezone: string;
  /** True below figures, which have an age. */
  isDated: boolean;
}

export function Footer({ timezone, isDated }: FooterProps) {
  const [asOfMs, setAsOf] = useState(oldestMs);
  useEffect(() => onUpdate(() => setAsOf(oldestMs())), []);
  return (
    <footer class="bottom muted row">
      <span>
        {isDated && asOfMs < Infinity && `${words.asOf(formatTime(clockMs(asOfMs, timezone)))} · `}
        {words.zone(timezone)}
      </span>
      <a href="https://db-ip.com" target="_blank" rel="noreferrer">
        {words.attribution}
      </a>
    </footer>
  );
}
