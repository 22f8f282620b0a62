/** Chooses the page for a URL. */
import type { Me } from '@footfall/schemas';
import { useEffect, useState } from 'preact/hooks';
import { later } from '../controls/later.tsx';
import { Fault } from '../controls/state.tsx';
import { unlessInFlight, onAccessEnded, refresh } from '../resources/cache.ts';
import { ApiError } from '../resources/api.ts';
import { meResource } from '../resources/me.ts';
import { useResource } from '../resources/use-resource.ts';
import { listen } from '../state/listen.ts';
import { currentView, goWith, useView } from '../state/navigation.ts';
import { store, stored } from '../state/stored.ts';
import { isShare, type View } from '../state/view.ts';
import { zoneOf } from '../state/zone.ts';
import { words } from '../words/words.ts';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { administration } from './scripts.ts';
import { Shortcuts } from './shortcuts.tsx';
import { WorkspacePage } from './workspace-page.tsx';

const NoWorkspace = later(administration, (script) => script.NoWorkspace);
const SettingsPage = later(administration, (script) => script.SettingsPage);
const SignInPage = later(administration, (script) => script.SignInPage);
const LivePage = later(
  () => import('./live-page.tsx'),
  (script) => script.LivePage,
);
const SharePage = later(
  () => import('./share-page.tsx'),
  (script) => script.SharePage,
);

export function App() {
  const view = useView();
  return (
    <>
      <OfflineNotice />
      {isShare(view) ? <SharePage view={view} /> : <Own view={view} />}
    </>
  );
}

/** The pages that require a session. */
function Own({ view }: { view: View }) {
  const hasLink = view.path === '/sign-in' && location.hash !== '';
  const known = useResource(hasLink ? undefined : meResource);
  const { last, fault } = known;
  // The person may be refused as well, and is not requested again then.
  useEffect(() => onAccessEnded(() => void refresh(meResource, unlessInFlight)), []);
  if (hasLink) return <SignInPage />;
  if (fault instanceof ApiError && fault.status === 401) {
    return <SignInPage hasEnded={last !== undefined} />;
  }
  if (last === undefined && fault !== undefined) return <Fault known={known} />;
  return <SignedIn view={view} me={last?.result} />;
}

/** The storage key of the workspace that was viewed last. */
const siteKey = 'footfall-site';
/** The storage key of a workspace's time zone, so that figures need not wait for it. */
const zoneKey = (workspaceId: string) => `footfall-zone-${workspaceId}`;

/** `me` is undefined while it is loading; the figures are requested at the same time. */
function SignedIn({ view, me }: { view: View; me: Me | undefined }) {
  const wanted = view.workspaceId ?? stored(siteKey);
  const workspace =
    me?.workspaces.find((one) => one.workspaceId === wanted) ?? (view.workspaceId ? undefined : me?.workspaces[0]);
  const workspaceId = me ? workspace?.workspaceId : wanted;
  const zone = me ? zoneOf(workspace?.timezone) : workspaceId && stored(zoneKey(workspaceId));
  useEffect(() => {
    if (view.path === '/sign-in') goWith({ path: '/' }, { replace: true });
  }, [view.path]);
  useEffect(() => {
    if (workspace === undefined) return;
    store(siteKey, workspace.workspaceId);
    store(zoneKey(workspace.workspaceId), zoneOf(workspace.timezone));
    // The page may have gone to a new workspace since. A range that is not applied has to be seen before a change of the URL removes it.
    if (currentView().workspaceId || view.ignoredRange || me?.workspaces.length === 1) return;
    // Otherwise Back and a reload could show another workspace: the one that was viewed last, in whatever tab.
    goWith({ workspaceId: workspace.workspaceId }, { replace: true });
  }, [workspace, view]);
  if (!workspaceId || !zone) {
    return me && <NoWorkspace view={view} me={me} />;
  }
  const timezone = zoneOf(zone);
  const access = { workspaceId, timezone };
  const isSettings = view.path.startsWith('/settings');
  const isLive = view.path === '/live';
  const page = (isSettings && words.header.settings) || (isLive && words.header.live);
  return (
    <>
      <Header view={view} access={access} me={me} title={workspace?.name} page={page} />
      {isSettings ? (
        me && workspace && <SettingsPage view={view} me={me} workspace={workspace} />
      ) : isLive ? (
        <LivePage view={view} access={access} />
      ) : (
        <WorkspacePage key={workspaceId} view={view} me={me} access={access} />
      )}
      <Footer timezone={timezone} isDated={!isSettings} />
      <Shortcuts timezone={timezone} />
    </>
  );
}

function OfflineNotice() {
  const [isOnline, setOnline] = useState(navigator.onLine);
  useEffect(() => listen(['online', 'offline'], () => setOnline(navigator.onLine)), []);
  return isOnline ? null : (
    <p class="notice" role="status">
      {words.states.offlineNote}
    </p>
  );
}
