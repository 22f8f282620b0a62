/** The page of a URL without a workspace: the others, or the first one for an owner to create. */
import type { Me } from '@footfall/schemas';
import { Act } from '../controls/act.tsx';
import { Choices } from '../controls/choices.tsx';
import { WholeSheet } from '../controls/sheet.tsx';
import { signOut } from '../resources/session.ts';
import { hrefOfWorkspace } from '../state/navigation.ts';
import type { View } from '../state/view.ts';
import { administrationWords } from '../words/administration-words.ts';
import { NewWorkspace } from './new-workspace.tsx';

const { settings, start } = administrationWords;

export function NoWorkspace({ view, me: { person, workspaces } }: { view: View; me: Me }) {
  const exit = (
    <p>
      <Act text={settings.end} act={signOut} />
    </p>
  );
  if (workspaces.length === 0) {
    return (
      <WholeSheet title={start.none}>
        {person.role === 'owner' && <NewWorkspace />}
        {exit}
      </WholeSheet>
    );
  }
  return (
    <WholeSheet title={start.unknown}>
      <p>{start.unknownNote(view.workspaceId ?? '')}</p>
      <Choices
        title={start.known}
        choices={workspaces.map(({ workspaceId, name }) => ({
          href: hrefOfWorkspace(view, workspaceId),
          text: name,
          isChosen: false,
        }))}
      />
      {exit}
    </WholeSheet>
  );
}
