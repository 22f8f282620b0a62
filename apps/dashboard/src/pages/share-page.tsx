/** A shared dashboard: one workspace, read-only, possibly in a frame of another site. */
import type { OpenedShare } from '@footfall/schemas';
import { useEffect, useState } from 'preact/hooks';
import { later } from '../controls/later.tsx';
import { ask, onAccessEnded } from '../questions/answers.ts';
import { admin, ApiError } from '../questions/api.ts';
import type { Question } from '../questions/question.ts';
import { useAnswer } from '../questions/use-answer.ts';
import type { View } from '../state/view.ts';
import { clockMs, zoneOf } from '../state/zone.ts';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { administration } from './scripts.ts';
import { Shortcuts } from './shortcuts.tsx';
import { SitePage } from './site-page.tsx';

function send(token: string, password?: string): Promise<OpenedShare> {
  return admin.send('POST', '/share-visits', password === undefined ? { token } : { token, password });
}

/** `opened` is the response to the password that has just been entered: it is not sent twice, because attempts are limited. */
function visit(token: string, password?: string, opened?: OpenedShare): Question<OpenedShare> {
  let first = opened;
  return {
    key: `share ${token} ${opened?.grant ?? ''}`,
    async load() {
      const answer = first ?? (await send(token, password));
      first = undefined;
      return { answer, asOfMs: 0 };
    },
  };
}

const NoShare = later(async () => (await administration()).NoShare);
const SharePassword = later(async () => (await administration()).SharePassword);

/** The panels whose grant has ended notice it at the same time. */
const noticedMs = 1_000;
/** A grant is valid for half a day; it is renewed well before that. */
const renewMs = 6 * 3_600_000;

export function SharePage({ view }: { view: View }) {
  const token = view.path.slice('/share/'.length);
  const [question, setQuestion] = useState(() => visit(token));
  const known = useAnswer(question, { everyMs: renewMs });
  const { last, fault } = known;
  // Another visit tells whether only the grant has ended, or the share itself.
  useEffect(() => onAccessEnded(() => void ask(question, noticedMs)), [question]);
  const refusal = fault instanceof ApiError ? fault.status : undefined;
  if (refusal === 403) {
    const open = async (password: string) => setQuestion(visit(token, password, await send(token, password)));
    return <SharePassword open={open} />;
  }
  if (last === undefined || refusal === 401) return fault === undefined ? null : <NoShare known={known} />;
  const { workspace, grant, filters } = last.answer;
  const timezone = zoneOf(workspace.timezone);
  const access = { shareGrant: grant, scope: { timezone } };
  const localMs = clockMs(Date.now(), timezone);
  return (
    <>
      <Header view={view} access={access} title={workspace.name} localMs={localMs} />
      <SitePage view={view} access={access} fixed={filters} />
      <Footer timezone={timezone} isDated />
      <Shortcuts timezone={timezone} />
    </>
  );
}
