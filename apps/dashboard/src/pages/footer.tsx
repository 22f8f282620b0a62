/** The last line of each page. */
import { words } from '../words/words.ts';

export function Footer({ timezone }: { timezone: string }) {
  return (
    <footer class="bottom muted row">
      <span>{words.zone(timezone)}</span>
      <a href="https://db-ip.com" target="_blank" rel="noreferrer">
        {words.attribution}
      </a>
    </footer>
  );
}
