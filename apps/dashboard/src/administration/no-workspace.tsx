/** The page without a workspace: an owner can create one. */
import { Sheet } from '../controls/sheet.tsx';
import type { Me } from '../questions/resources.ts';
import { administrationWords } from '../words/administration-words.ts';
import { NewWorkspace } from './site-settings.tsx';

export function NoWorkspace({ me }: { me: Me }) {
  return <Sheet title={administrationWords.start.none}>{me.person.role === 'owner' && <NewWorkspace />}</Sheet>;
}
