/** The page for an address. */
import { State } from '../controls/state.tsx';
import { adminQuestion } from '../data/question.ts';
import type { Me } from '../data/resources.ts';
import { useAnswer } from '../data/use-answer.ts';
import { useView } from '../state/navigation.ts';
import { words } from '../words/words.ts';
import { Header } from './header.tsx';
import { Shortcuts } from './shortcuts.tsx';
import { SitePage } from './site-page.tsx';

const me = adminQuestion<Me>('/me');

export function App() {
  const view = useView();
  const nowMs = Date.now();
  const known = useAnswer(me);
  return (
    <State known={known} lines={0}>
      {(mine) => {
        const workspace = mine.workspaces.find(({ workspaceId }) => workspaceId === view.workspaceId) ?? mine.workspaces[0];
        if (workspace === undefined) return null;
        const access = { workspaceId: workspace.workspaceId };
        return (
          <>
            <Header view={view} access={access} me={mine} title={workspace.name} nowMs={nowMs} hasRange={view.path === '/'} />
            <SitePage view={view} access={access} nowMs={nowMs} />
            <Footer />
            <Shortcuts />
          </>
        );
      }}
    </State>
  );
}

function Footer() {
  return (
    <footer class="bottom muted">
      <span>{words.utc}</span>
      <a href="https://db-ip.com" rel="noreferrer">
        {words.attribution}
      </a>
    </footer>
  );
}
