/** Getting started: the script tag of an empty workspace, and a live check whether anything comes. */
import { Sheet } from '../controls/sheet.tsx';
import { ScriptTag } from './script-tag.tsx';
import type { Me } from '../questions/resources.ts';
import { words } from '../words/words.ts';

interface StartPageProps {
  workspaceId: string;
  me: Me;
  /** Something has come. */
  hasEvents: boolean;
  show: () => void;
}

export function StartPage({ workspaceId, me, hasEvents, show }: StartPageProps) {
  const { start } = words;
  return (
    <Sheet title={start.title}>
      <p>{start.intro}</p>
      <ScriptTag workspaceId={workspaceId} me={me} />
      <div class="check" role="status">
        {hasEvents ? (
          <>
            <p>{start.came}</p>
            <button type="button" class="main" onClick={show}>
              {start.show}
            </button>
          </>
        ) : (
          <p class="waiting row">{start.waiting}</p>
        )}
      </div>
      <p class="muted">{start.help}</p>
    </Sheet>
  );
}
