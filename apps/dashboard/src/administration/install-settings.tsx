/** The script tag with its options, and whether its events arrive. */
import type { Me } from '@footfall/schemas';
import { administrationWords } from '../words/administration-words.ts';
import { Intake } from './intake.tsx';
import { Item } from './item.tsx';
import { ScriptTag } from './script-tag.tsx';

const { settings: say } = administrationWords;

export function InstallSettings({ workspaceId, me }: { workspaceId: string; me: Me }) {
  return (
    <>
      <ScriptTag workspaceId={workspaceId} me={me} />
      <h3>{say.intake}</h3>
      <Intake workspaceId={workspaceId} />
      <h3>{say.options}</h3>
      <ul class="items">
        {Object.entries(say.optionNotes).map(([option, note]) => (
          <Item key={option} title={option} notes={[note]} />
        ))}
      </ul>
      <p class="muted">{say.allOptions}</p>
    </>
  );
}
