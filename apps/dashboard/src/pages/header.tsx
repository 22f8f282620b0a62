/** The line at the top: the workspace, current visitors, the range, the menu. */
import icon from '../controls/icon.svg';
import { later } from '../controls/later.tsx';
import { narrow } from '../panels/narrow.ts';
import { Popup } from '../controls/popup.tsx';
import type { Access } from '../questions/api.ts';
import { analyticsQuestion } from '../questions/question.ts';
import type { Me } from '../questions/resources.ts';
import { useAnswer } from '../questions/use-answer.ts';
import { hrefWith } from '../state/navigation.ts';
import type { View } from '../state/view.ts';
import { formatCount } from '../words/format.ts';
import { words } from '../words/words.ts';
import { PageMenu } from './page-menu.tsx';
import { RangeMenu } from './range-menu.tsx';

interface HeaderProps {
  view: View;
  access: Access;
  /** Undefined on a share, and while it is loading. */
  me?: Me | undefined;
  title: string | undefined;
  nowMs: number;
  hasRange: boolean;
}

const Workspaces = later(async () => (await import('../exploring/exploring.ts')).Workspaces);

const hereEveryMs = 30_000;

export function Header({ view, access, me, title = '', nowMs, hasRange }: HeaderProps) {
  const isOwn = 'workspaceId' in access;
  return (
    <header class="top">
      <div class="inside">
        <h1 class="hidden">{title}</h1>
        {isOwn ? (
          <Popup class="workspaces" button={<Title text={title} />}>
            {(close) => me && <Workspaces me={me} view={view} chosen={access} close={close} />}
          </Popup>
        ) : (
          <span class="workspaces">
            <Title text={title} />
          </span>
        )}
        <Here access={narrow(access, view)} view={view} isLink={isOwn} />
        <span class="space" />
        {hasRange && <RangeMenu view={view} nowMs={nowMs} />}
        {isOwn && <PageMenu view={view} me={me} />}
      </div>
    </header>
  );
}

function Title({ text }: { text: string }) {
  return (
    <span class="title row">
      <img src={icon} alt="" width="20" height="20" />
      <bdi class="ellipsis">{text}</bdi>
    </span>
  );
}

function Here({ access, view, isLink }: { access: Access; view: View; isLink: boolean }) {
  const { last } = useAnswer(analyticsQuestion(access, 'realtime', {}), { everyMs: hereEveryMs });
  const text = last && (
    <>
      {formatCount(last.answer.activeVisitors)}
      <span class="wide">{words.header.here}</span>
    </>
  );
  if (!isLink) return <span class="here row">{text}</span>;
  return (
    <a
      class="here row"
      title={words.header.live}
      data-any={last && last.answer.activeVisitors > 0 ? '' : undefined}
      href={hrefWith(view, { path: '/live' })}
    >
      {text}
    </a>
  );
}
