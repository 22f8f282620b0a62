/** The page of a workspace: its figures, or how to get started. */
import type { Me } from '@footfall/schemas';
import { useState } from 'preact/hooks';
import { later, loadAhead } from '../controls/later.tsx';
import type { Access } from '../resources/api.ts';
import type { View } from '../state/view.ts';
import { administration } from './scripts.ts';
import { SitePage } from './site-page.tsx';

interface WorkspacePageProps {
  view: View;
  /** The signed-in person; undefined while loading. */
  me: Me | undefined;
  access: Access & { workspaceId: string };
}

const StartPage = later(administration, (script) => script.StartPage);

export function WorkspacePage({ me, ...props }: WorkspacePageProps) {
  const [isEmpty, setEmpty] = useState(false);
  // The figures are shown until the script of the start page has arrived.
  const onNoneEver = () => void loadAhead(administration).then(() => setEmpty(true));
  if (!isEmpty || me === undefined) return <SitePage {...props} onNoneEver={onNoneEver} />;
  return <StartPage {...props} me={me} />;
}
