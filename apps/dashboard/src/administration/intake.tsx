/** The number of events that ingest accepted in the last minutes, and advice on those that it refused. */
import type { IntakeReport } from '@footfall/schemas';
import { State } from '../controls/state.tsx';
import type { Known } from '../resources/cache.ts';
import { adminResource } from '../resources/resource.ts';
import { useResource } from '../resources/use-resource.ts';
import { administrationWords } from '../words/administration-words.ts';
import { formatFull } from '../words/format.ts';
import { words } from '../words/words.ts';

/** The interval of requests that wait for events. */
export const everyMs = 3_000;

export function useIntake(workspaceId: string): Known<IntakeReport> {
  return useResource(adminResource<IntakeReport>(`/workspaces/${workspaceId}/intake`), { everyMs });
}

export function Intake({ workspaceId }: { workspaceId: string }) {
  return (
    <State known={useIntake(workspaceId)} lines={2}>
      {({ accepted, refused, help, minutes }) => (
        <>
          <p>{help ?? administrationWords.settings.accepted(formatFull(accepted), minutes)}</p>
          <Refusals refused={refused} />
        </>
      )}
    </State>
  );
}

export function Refusals({ refused }: { refused: IntakeReport['refused'] }) {
  return (
    <>
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
    </>
  );
}
