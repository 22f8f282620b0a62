/** The page of a URL that leads to no page. */
import { WholeSheet } from '../controls/sheet.tsx';
import { administrationWords } from '../words/administration-words.ts';

const say = administrationWords.noPage;

export function NoPage() {
  return (
    <WholeSheet title={say.title}>
      <p>
        {/* Loads the page again: this one shows nothing else. */}
        <a href="/" target="_self">
          {say.back}
        </a>
      </p>
    </WholeSheet>
  );
}
