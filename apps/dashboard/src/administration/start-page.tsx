/** Getting started: the script tag of an empty workspace, and its intake: the first event, or the reasons why nothing counts. */
import type { IntakeReport, Me } from '@footfall/schemas';
import { Sheet } from '../controls/sheet.tsx';
import { Fault } from '../controls/state.tsx';
import { ScriptTag } from './script-tag.tsx';
import type { Access } from '../questions/api.ts';
import { lastVisitsQuestion } from '../questions/last-visits.ts';
import { adminQuestion } from '../questions/question.ts';
import { useAnswer } from '../questions/use-answer.ts';
import { countryName } from '../words/names.ts';
import { administrationWords } from '../words/administration-words.ts';
import { words } from '../words/words.ts';

interface StartPageProps {
  access: Access & { workspaceId: string };
  me: Me;
}

const everyMs = 3_000;
const { start } = administrationWords;

export function StartPage({ access, me }: StartPageProps) {
  const { workspaceId } = access;
  const visits = useAnswer(lastVisitsQuestion(access), { everyMs });
  const hasEvents = typeof visits.last?.answer === 'string';
  const known = useAnswer(adminQuestion<IntakeReport>(`/workspaces/${workspaceId}/intake`), { everyMs });
  const { refused = [], last, help: check } = known.last?.answer ?? {};
  const hasCome = hasEvents || Boolean(last);
  const isUnsure = !hasCome && known.fault !== undefined;
  return (
    <Sheet title={hasCome ? start.came : isUnsure ? start.unsure : start.waiting}>
      {/* It is asked again anyway, so there is no countdown. */}
      {isUnsure && <Fault known={{ fault: known.fault, retry: known.retry }} />}
      <div class="form" role="status">
        {last && <bdi>{start.first(last.path, countryName(last.country))}</bdi>}
        {hasEvents && (
          // The zeros of before the first event are fresh: the page is loaded again, with new figures.
          <button type="button" class="main" onClick={() => location.reload()}>
            {start.show}
          </button>
        )}
      </div>
      {!hasCome && <p>{start.intro}</p>}
      {!hasCome && <ScriptTag workspaceId={workspaceId} me={me} />}
      {refused.map(({ code, message, help, count, origin, lastAt }) => (
        <p key={code + origin}>
          <b>{message}</b>
          <br />
          <bdi class="muted">
            {count} × {origin} · {words.ago(Math.max(0, Math.floor((Date.now() - Date.parse(lastAt)) / 1000)))}
          </bdi>
          <br />
          {help}
        </p>
      ))}
      {!hasCome && (
        <p class="muted">
          {check} {start.help} {hasPrivacyControl && start.own}
        </p>
      )}
    </Sheet>
  );
}

/** The tracker respects it, whatever the tag says. */
const hasPrivacyControl = Reflect.get(navigator, 'globalPrivacyControl');
