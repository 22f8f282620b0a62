/** A shared dashboard: one workspace, read-only, possibly in a frame of another site. */
import type { OpenedShare } from '@footfall/schemas';
import { useState } from 'preact/hooks';
import { later } from '../controls/later.tsx';
import { admin, ApiError } from '../questions/api.ts';
import type { Question } from '../questions/question.ts';
import { useAnswer } from '../questions/use-answer.ts';
import type { View } from '../state/view.ts';
import { clockMs, zoneOf } from '../state/zone.ts';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { Shortcuts } from './shortcuts.tsx';
import { SitePage } from './site-page.tsx';

function visit(token: string, password: string | undefined): Question<OpenedShare> {
  const body = password === undefined ? { token } : { token, password };
  return {
    key: `share ${token} ${password === undefined ? '' : 'opened'}`,
    load: async () => ({ answer: await admin.send<OpenedShare>('POST', '/share-visits', body), asOfMs: Date.now() }),
  };
}

const administration = () => import('../administration/administration.ts');
const NoShare = later(async () => (await administration()).NoShare);
const SharePassword = later(async () => (await administration()).SharePassword);

/** A grant is valid for half a day; it is renewed well before that. */
const renewMs = 3_600_000;

export function SharePage({ view }: { view: View }) {
  const token = view.path.slice('/share/'.length);
  const [password, setPassword] = useState<string | undefined>();
  const known = useAnswer(visit(token, password), { everyMs: renewMs });
  const { last, fault } = known;
  if (fault instanceof ApiError && fault.status === 403) {
    return <SharePassword refusal={password === undefined ? undefined : fault.message} open={setPassword} />;
  }
  if (last === undefined) return fault === undefined ? null : <NoShare known={known} />;
  const { workspace, grant, filters } = last.answer;
  const timezone = zoneOf(workspace.timezone);
  const access = { shareGrant: grant, scope: { timezone } };
  const nowMs = clockMs(Date.now(), timezone);
  return (
    <>
      <Header view={view} access={access} title={workspace.name} nowMs={nowMs} />
      <SitePage view={view} access={access} nowMs={nowMs} fixed={filters} />
      <Footer timezone={timezone} />
      <Shortcuts timezone={timezone} />
    </>
  );
}
