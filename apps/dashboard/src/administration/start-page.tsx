/** Getting started: the script tag of an empty workspace, and its intake: the first event, or the reasons why nothing counts. */
import type { Me } from '@footfall/schemas';
import { Sheet } from '../controls/sheet.tsx';
import { Fault } from '../controls/state.tsx';
import type { Access } from '../resources/api.ts';
import { lastVisitsResource } from '../resources/visits.ts';
import { useResource } from '../resources/use-resource.ts';
import { administrationWords } from '../words/administration-words.ts';
import { countryName, unknownCountry } from '../words/names.ts';
import { everyMs, Refusals, useIntake } from './intake.tsx';
import { ScriptTag } from './script-tag.tsx';

interface StartPageProps {
  access: Access & { workspaceId: string };
  me: Me;
}

const { start } = administrationWords;

export function StartPage({ access, me }: StartPageProps) {
  const { workspaceId } = access;
  const visits = useResource(lastVisitsResource(access), { everyMs });
  const hasEvents = typeof visits.last?.result === 'string';
  const known = useIntake(workspaceId);
  const { refused = [], last, help: check } = known.last?.result ?? {};
  const hasCome = hasEvents || Boolean(last);
  const isUnsure = !hasCome && known.fault !== undefined;
  return (
    <Sheet title={hasCome ? start.came : isUnsure ? start.unsure : start.waiting}>
      {/* The intake is polled, so there is no countdown. */}
      {isUnsure && <Fault known={{ fault: known.fault, retry: known.retry }} />}
      <div class="form" role="status">
        {last && (
          <bdi>
            {[last.path, last.country !== unknownCountry && countryName(last.country)].filter(Boolean).join(' · ')}
          </bdi>
        )}
        {hasEvents && (
          // Cached zeros from before the first event are still fresh, so the page is reloaded for new figures.
          <button type="button" class="main" onClick={() => location.reload()}>
            {start.show}
          </button>
        )}
      </div>
      {!hasCome && <ScriptTag workspaceId={workspaceId} me={me} />}
      <Refusals refused={refused} />
      {!hasCome && check && <p class="muted">{check}</p>}
    </Sheet>
  );
}
