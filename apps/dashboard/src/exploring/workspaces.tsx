/** The list of workspaces, each with today's visitors. */
import type { Me } from '@footfall/schemas';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Choices } from '../controls/choices.tsx';
import type { Access } from '../resources/api.ts';
import { analyticsResource } from '../resources/resource.ts';
import { useResource } from '../resources/use-resource.ts';
import { dayOf } from '../state/days.ts';
import { hrefOfWorkspace, hrefWith } from '../state/navigation.ts';
import type { View } from '../state/view.ts';
import { clockMs, zoneOf } from '../state/zone.ts';
import { exploringWords } from '../words/exploring-words.ts';
import { formatCount } from '../words/format.ts';

interface WorkspacesProps {
  me: Me;
  view: View;
  chosen: Access;
}

const say = exploringWords.workspaces;

export function Workspaces({ me, view, chosen }: WorkspacesProps) {
  const list = useRef<HTMLDivElement>(null);
  // The list may be longer than the window.
  useLayoutEffect(() => list.current?.querySelector('[aria-current=true]')?.scrollIntoView({ block: 'nearest' }), []);
  return (
    <div ref={list}>
      <Choices
        title={say.title}
        noteTitle={say.today}
        choices={[
          ...me.workspaces.map(({ workspaceId, name, timezone }) => ({
            href: hrefOfWorkspace(view, workspaceId),
            text: name,
            note: <Today workspaceId={workspaceId} timezone={zoneOf(timezone)} />,
            isChosen: 'workspaceId' in chosen && chosen.workspaceId === workspaceId,
          })),
          ...(me.person.role === 'owner' ? [newWorkspace(view)] : []),
        ]}
      />
    </div>
  );
}

function newWorkspace(view: View) {
  const path = '/settings/new';
  return { href: hrefWith(view, { path, open: undefined }), text: say.create, isChosen: view.path === path };
}

function Today({ workspaceId, timezone }: { workspaceId: string; timezone: string }) {
  const today = dayOf(clockMs(Date.now(), timezone));
  const { last } = useResource(analyticsResource({ workspaceId, timezone }, 'overview', { start: today, end: today }));
  return <>{last && formatCount(last.result.uniqueVisitors)}</>;
}
