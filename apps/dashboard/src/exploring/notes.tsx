/** The notes on the days that the chart shows; admins add and remove notes. */
import type { Annotation } from '@footfall/schemas';
import { useRef } from 'preact/hooks';
import { Confirmed } from '../controls/confirmed.tsx';
import { Field, Form } from '../controls/form.tsx';
import { State } from '../controls/state.tsx';
import { admin } from '../resources/api.ts';
import { meResource } from '../resources/me.ts';
import { adminResource } from '../resources/resource.ts';
import { useResource } from '../resources/use-resource.ts';
import { type Days, dayOf } from '../state/days.ts';
import { exploringWords } from '../words/exploring-words.ts';
import { formatDays } from '../words/format.ts';
import { words } from '../words/words.ts';

interface NotesProps {
  workspaceId: string;
  /** The days that the chart shows. */
  days: Days;
  localMs: number;
}

const say = exploringWords.notes;

export function Notes({ workspaceId, days, localMs }: NotesProps) {
  const path = `/workspaces/${workspaceId}/annotations`;
  const known = useResource(adminResource<readonly Annotation[]>(path));
  const role = useResource(meResource).last?.result.workspaces.find((one) => one.workspaceId === workspaceId)?.role;
  const mayChange = role === 'owner' || role === 'admin';
  const today = dayOf(localMs);
  const container = useRef<HTMLDivElement>(null);
  const remove = async (annotationId: string) => {
    await admin.send('DELETE', `/annotations/${annotationId}`);
    // The button disappears, and a popup without the focus would close.
    container.current?.focus();
    known.retry();
  };
  return (
    <div ref={container} class="explanation" tabIndex={-1}>
      {mayChange && (
        <Form button={say.add} isForNew onSubmit={(note) => admin.send('POST', path, note).then(known.retry)}>
          <Field name="date" label={say.date} type="date" value={days.last < today ? days.last : today} isRequired />
          <Field name="text" label={say.text} isRequired />
        </Form>
      )}
      <State known={known} lines={1}>
        {(all) => {
          const notes = all.filter(({ date }) => days.first <= date && date <= days.last);
          return notes.length === 0 ? (
            <p class="muted">{say.none}</p>
          ) : (
            <ul class="items" tabIndex={0} aria-label={words.chart.notes}>
              {notes.map(({ annotationId, date, text }) => (
                <li key={annotationId} class="item row">
                  <span class="what">
                    <bdi>{text}</bdi>
                    <span class="muted">{formatDays(date)}</span>
                  </span>
                  {mayChange && <Confirmed text={say.remove} act={() => remove(annotationId)} />}
                </li>
              ))}
            </ul>
          );
        }}
      </State>
    </div>
  );
}
