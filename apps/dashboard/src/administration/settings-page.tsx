/** The settings of a workspace and of the person, with a page for each topic. A viewer has only those of the person. */
import type { Me, MyWorkspace } from '@footfall/schemas';
import type { ComponentChildren } from 'preact';
import { Choices } from '../controls/choices.tsx';
import { useTitle } from '../controls/title.ts';
import { hrefWith } from '../state/navigation.ts';
import type { View } from '../state/view.ts';
import { zoneOf } from '../state/zone.ts';
import { administrationWords } from '../words/administration-words.ts';
import { words } from '../words/words.ts';
import { AccountSettings } from './account-settings.tsx';
import { GoalSettings } from './goal-settings.tsx';
import { InstallSettings } from './install-settings.tsx';
import { KeySettings } from './key-settings.tsx';
import { NewWorkspace } from './new-workspace.tsx';
import { PeopleSettings } from './people-settings.tsx';
import { ShareSettings } from './share-settings.tsx';
import { SiteSettings } from './site-settings.tsx';

interface SettingsPageProps {
  view: View;
  me: Me;
  workspace: MyWorkspace;
}

const say = administrationWords.settings;
/** The page that creates a workspace: it belongs to none, so it is not among the others. */
const newPart = 'new';

export function SettingsPage({ view, me, workspace }: SettingsPageProps) {
  const isViewer = workspace.role === 'viewer';
  const part = isViewer ? 'account' : view.path.slice('/settings/'.length);
  const titles: Readonly<Record<string, string>> = isViewer ? { account: say.pages.account } : say.pages;
  const title = (part === newPart ? say.newWorkspace : titles[part]) ?? administrationWords.noPage.title;
  useTitle(title, words.header.settings, workspace.name);
  return (
    <main class="settings">
      <Choices
        title={words.header.settings}
        choices={Object.entries(titles).map(([name, text]) => ({
          href: hrefWith(view, { path: name === '' ? '/settings' : `/settings/${name}` }),
          text,
          isChosen: name === part,
        }))}
      />
      <section key={workspace.workspaceId} class="card page" aria-labelledby="part">
        <h2 id="part">{title}</h2>
        {partOf(part, view, me, workspace)}
      </section>
    </main>
  );
}

function partOf(part: string, view: View, me: Me, workspace: MyWorkspace): ComponentChildren {
  const { workspaceId, role } = workspace;
  const zone = zoneOf(workspace.timezone);
  if (part === 'account') return <AccountSettings me={me} zone={zone} />;
  if (part === newPart && role === 'owner') return <NewWorkspace />;
  if (part === '') return <SiteSettings workspaceId={workspaceId} me={me} />;
  if (part === 'install') return <InstallSettings workspaceId={workspaceId} me={me} />;
  if (part === 'keys') return <KeySettings workspaceId={workspaceId} zone={zone} />;
  if (part === 'people') return <PeopleSettings workspace={workspace} me={me} />;
  if (part === 'goals') return <GoalSettings workspaceId={workspaceId} />;
  if (part === 'shares') return <ShareSettings view={view} workspace={workspace} />;
  return null;
}
