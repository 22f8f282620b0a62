/** The page for an address. */
import { adminQuestion } from '../data/question.ts';
import { useAnswer } from '../data/use-answer.ts';
import { useView } from '../state/navigation.ts';
import { SitePage } from './site-page.tsx';
import type { Me } from '../data/resources.ts';
import { State } from '../controls/state.tsx';

const me = adminQuestion<Me>('/me');

export function App() {
  const view = useView();
  const known = useAnswer(me);
  return (
    <State known={known} lines={0}>
      {({ workspaces }) => {
        const workspaceId = view.workspaceId ?? workspaces[0]?.workspaceId;
        return workspaceId === undefined ? null : <SitePage view={view} access={{ workspaceId }} nowMs={Date.now()} />;
      }}
    </State>
  );
}
