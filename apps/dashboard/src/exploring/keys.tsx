/** The list of the page's keys. */
import { Drawer } from '../controls/drawer.tsx';
import { currentView } from '../state/navigation.ts';
import { isShare } from '../state/view.ts';
import { exploringWords } from '../words/exploring-words.ts';

const say = exploringWords.keys;

export function Keys({ onClose }: { onClose: () => void }) {
  const list = Object.entries(say.list).filter(([key]) => key !== 'L' || !isShare(currentView()));
  return (
    <Drawer title={say.title} onClose={onClose}>
      <dl class="keys">
        {list.map(([key, what]) => (
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
