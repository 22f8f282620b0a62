/** The line at the top: the workspace, current visitors, the range, the menu. */
import type { Me } from '@footfall/schemas';
import { h } from 'preact';
import { Brand } from '../controls/brand.tsx';
import { later } from '../controls/later.tsx';
import { narrow } from '../panels/narrow.ts';
import { Popup } from '../controls/popup.tsx';
import type { Access } from '../resources/api.ts';
import { analyticsResource } from '../resources/resource.ts';
import { useResource } from '../resources/use-resource.ts';
import { hrefWith } from '../state/navigation.ts';
import { useTitle } from '../controls/title.ts';
import type { View } from '../state/view.ts';
import { formatCount } from '../words/format.ts';
import { drawerName } from '../words/names.ts';
import { words } from '../words/words.ts';
import { RangeMenu } from './range-menu.tsx';
import { exploring } from './scripts.ts';

interface HeaderProps {
  view: View;
  access: Access;
  /** The signed-in person; undefined on a share and while loading. */
  me?: Me | undefined;
  title: string | undefined;
  localMs: number;
  /** The name of the page, if it is not that of the figures. */
  page?: string | false | undefined;
}

const Menu = later(async () => (await exploring()).Menu);
const Workspaces = later(async () => (await exploring()).Workspaces);

const hereEveryMs = 30_000;

export function Header({ view, access, me, title = '', localMs, page }: HeaderProps) {
  const isOwn = 'workspaceId' in access;
  useTitle(drawerName(view), page, title);
  return (
    <header class="top">
      <div class="inside row">
        <h1 class="hidden">{title}</h1>
        {isOwn ? (
          <Popup class="workspaces" button={<Brand text={title} />}>
            {(close) => me && <Workspaces me={me} view={view} chosen={access} close={close} />}
          </Popup>
        ) : (
          <Brand text={title} />
        )}
        <Here access={narrow(access, view)} view={view} isLink={isOwn} />
        {!page && <RangeMenu view={view} localMs={localMs} />}
        <Popup align="end" label={words.header.menu} button={<span aria-hidden="true">☰</span>}>
          {(close) => <Menu view={view} me={me} close={close} />}
        </Popup>
      </div>
    </header>
  );
}

function Here({ access, view, isLink }: { access: Access; view: View; isLink: boolean }) {
  const { last, fault } = useResource(analyticsResource(access, 'realtime', {}), { everyMs: hereEveryMs });
  const active = last?.result.activeVisitors;
  const link = isLink && { title: words.header.live, href: hrefWith(view, { path: '/live' }) };
  return h(
    link ? 'a' : 'span',
    { class: 'here row', 'data-any': active && fault === undefined ? '' : undefined, ...link },
    active !== undefined && [formatCount(active), <span key="">{words.header.here}</span>],
  );
}
