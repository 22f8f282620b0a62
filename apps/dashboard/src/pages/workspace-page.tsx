/** The page of a workspace: its figures, or how to get started. */
import type { Me } from '@footfall/schemas';
import { useState } from 'preact/hooks';
import { later } from '../controls/later.tsx';
import { lastVisitsQuestion } from '../questions/last-visits.ts';
import type { Access } from '../questions/api.ts';
import { narrow } from '../panels/narrow.ts';
import { useTotals } from '../panels/totals.ts';
import { useAnswer } from '../questions/use-answer.ts';
import type { View } from '../state/view.ts';
import { SitePage } from './site-page.tsx';

interface WorkspacePageProps {
  view: View;
  /** Undefined while it is loading. */
  me: Me | undefined;
  access: Access & { workspaceId: string };
  nowMs: number;
}

const StartPage = later(async () => (await import('../administration/administration.ts')).StartPage);

const everyMs = 3_000;

export function WorkspacePage({ view, me, access, nowMs }: WorkspacePageProps) {
  const [wasEmpty, setWasEmpty] = useState(false);
  const totals = useTotals(view, narrow(access, view), nowMs);
  const ever = lastVisitsQuestion(access, nowMs);
  const mayBeEmpty = wasEmpty || (view.filters.length === 0 && totals.current.last?.answer.visitors === 0);
  const { last } = useAnswer(mayBeEmpty ? ever : undefined, { everyMs: wasEmpty ? everyMs : undefined });
  const isEmpty = last?.answer === null;
  if (isEmpty && !wasEmpty) setWasEmpty(true);
  if (!wasEmpty || me === undefined) return <SitePage view={view} access={access} nowMs={nowMs} />;
  return <StartPage workspaceId={access.workspaceId} me={me} hasEvents={!isEmpty} show={() => setWasEmpty(false)} />;
}
