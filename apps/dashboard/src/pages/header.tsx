/** The line at the top: the workspace, current visitors, the range, the menu. */
import type { QueryResult } from '@footfall/client';
import type { Me } from '@footfall/schemas';
import { h } from 'preact';
import { Brand } from '../controls/brand.tsx';
import { later } from '../controls/later.tsx';
import { narrow } from '../panels/narrow.ts';
import { Popup } from '../controls/popup.tsx';
import type { Access } from '../resources/api.ts';
import type { Known } from '../resources/cache.ts';
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
  /** The name of the page, if it is not that of the figures. */
  page?: string | false | undefined;
}

const Menu = later(exploring, (script) => script.Menu);
const Workspaces = later(exploring, (script) => script.Workspaces);

const hereEveryMs = 30_000;

export function Header({ view, access, me, title = '', page }: HeaderProps) {
  const isOwn = 'workspaceId' in access;
  const here = useResource(analyticsResource(narrow(access, view), 'realtime', {}), { everyMs: hereEveryMs });
  useTitle(drawerName(view), page, title);
  return (
    <header class="top">
      <div class="inside row">
        <h1 class="hidden">{title}</h1>
        {isOwn ? (
          <Popup class="workspaces" button={<Brand text={title} />}>
            {() => me && <Workspaces me={me} view={view} chosen={access} />}
          </Popup>
        ) : (
          <Brand text={title} />
        )}
        <Here known={here} view={view} isLink={isOwn} />
        {!page && <RangeMenu view={view} access={access} />}
        <Popup align="end" label={words.header.menu} button={<span aria-hidden="true">☰</span>}>
          {() => <Menu view={view} me={me} />}
        </Popup>
      </div>
    </header>
  );
}

interface HereProps {
  known: Known<QueryResult<'realtime'>>;
  view: View;
  isLink: boolean;
}

function Here({ known: { last, fault }, view, isLink }: HereProps) {
  const active = last?.result.activeVisitors;
  const link = isLink && { title: words.header.live, href: hrefWith(view, { path: '/live' }) };
  return h(
    link ? 'a' : 'span',
    { class: 'here row', 'data-any': active && fault === undefined ? '' : undefined, ...link },
    active !== undefined && [formatCount(active), <span key="">{words.header.here}</span>],
  );
}
