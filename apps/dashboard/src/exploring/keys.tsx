/** The list of the page's keys. */
import { Drawer } from '../controls/drawer.tsx';
import { exploringWords } from '../words/exploring-words.ts';

const say = exploringWords.keys;

export function Keys({ onClose }: { onClose: () => void }) {
  return (
    <Drawer title={say.title} onClose={onClose}>
      <dl class="keys">
        {Object.entries(say.list).map(([key, what]) => (
          <>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </>
        ))}
      </dl>
    </Drawer>
  );
}
