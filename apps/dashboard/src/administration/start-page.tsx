/** Getting started: the script tag of an empty workspace, and a live check whether anything comes. */
import { ScriptTag } from './script-tag.tsx';
import { adminQuestion } from '../questions/question.ts';
import type { Intake, Me } from '../questions/resources.ts';
import { useAnswer } from '../questions/use-answer.ts';
import { formatCount } from '../words/format.ts';
import { words } from '../words/words.ts';

const everyMs = 3_000;

interface StartPageProps {
  workspaceId: string;
  me: Me;
  /** Something has come. */
  hasEvents: boolean;
  show: () => void;
}

export function StartPage({ workspaceId, me, hasEvents, show }: StartPageProps) {
  const { start } = words;
  return (
    <main class="narrow">
      <section class="card page">
        <h1>{start.title}</h1>
        <p>{start.intro}</p>
        <ScriptTag workspaceId={workspaceId} me={me} />
        <div class="check" role="status">
          {hasEvents ? (
            <>
              <p>{start.came}</p>
              <button type="button" class="main" onClick={show}>
                {start.show}
              </button>
            </>
          ) : (
            <p class="waiting">{start.waiting}</p>
          )}
          <Seen workspaceId={workspaceId} />
        </div>
        <p class="muted">{start.help}</p>
      </section>
    </main>
  );
}

/** What the ingest server has refused. */
function Seen({ workspaceId }: { workspaceId: string }) {
  const { last } = useAnswer(adminQuestion<Intake>(`/workspaces/${workspaceId}/intake`), { everyMs });
  const { refused, from } = words.start;
  return (
    <ul>
      {last?.answer.refused.map(({ code, message, count, origin }) => (
        <li key={`${code} ${origin}`}>
          {refused(formatCount(count), message)}
          {origin && from(origin)}
        </li>
      ))}
    </ul>
  );
}
