/** The page of a workspace: its figures, or how to get some. */
import { useState } from 'preact/hooks';
import { StartPage } from '../administration/start-page.tsx';
import { analyticsQuestion } from '../questions/question.ts';
import type { Me } from '../questions/resources.ts';
import { useTotals } from '../panels/totals.ts';
import { useAnswer } from '../questions/use-answer.ts';
import { addMonths, dayOf } from '../state/days.ts';
import type { View } from '../state/view.ts';
import { SitePage } from './site-page.tsx';

interface WorkspacePageProps {
  view: View;
  me: Me;
  workspaceId: string;
  nowMs: number;
}

/** As far back as an answer goes. */
const monthsMax = 59;
const everyMs = 3_000;

export function WorkspacePage({ view, me, workspaceId, nowMs }: WorkspacePageProps) {
  const [wasEmpty, setWasEmpty] = useState(false);
  const today = dayOf(nowMs);
  const access = { workspaceId };
  const totals = useTotals(view, access, nowMs);
  const ever = analyticsQuestion(access, 'events', { start: addMonths(today, -monthsMax), end: today, limit: 1 });
  const mayBeEmpty = wasEmpty || totals.current.last?.answer.visitors === 0;
  const { last } = useAnswer(mayBeEmpty ? ever : undefined, { everyMs: wasEmpty ? everyMs : undefined });
  const isEmpty = last?.answer.data.length === 0;
  if (isEmpty && !wasEmpty) setWasEmpty(true);
  if (!wasEmpty) return <SitePage view={view} access={access} nowMs={nowMs} />;
  return <StartPage workspaceId={workspaceId} me={me} hasEvents={!isEmpty} show={() => setWasEmpty(false)} />;
}
