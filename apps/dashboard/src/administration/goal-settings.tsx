/** The goals of a workspace. */
import type { Goal } from '@footfall/schemas';
import type { TargetedEvent } from 'preact';
import { useState } from 'preact/hooks';
import { Confirmed } from '../controls/confirmed.tsx';
import { Field, filledIn, Form } from '../controls/form.tsx';
import { State } from '../controls/state.tsx';
import { admin } from '../resources/api.ts';
import { expireCache } from '../resources/cache.ts';
import { adminResource } from '../resources/resource.ts';
import { useResource } from '../resources/use-resource.ts';
import { administrationWords } from '../words/administration-words.ts';
import { Item } from './item.tsx';

const say = administrationWords.goals;

export function GoalSettings({ workspaceId }: { workspaceId: string }) {
  const path = `/workspaces/${workspaceId}/goals`;
  const known = useResource(adminResource<readonly Goal[]>(path));
  const [kind, setKind] = useState<'type' | 'path'>('type');
  const reload = () => {
    expireCache();
    known.retry();
  };
  const create = async ({ name = '', reached = '', prop, value, valueProp = '' }: Readonly<Record<string, string>>) => {
    const props = prop ? { [prop]: value } : undefined;
    await admin.send('POST', path, {
      ...filledIn({ name, valueProp }),
      [kind]: reached,
      props,
    });
    // The form is reset to its first choice.
    setKind('type');
    reload();
  };
  return (
    <State known={known} lines={4}>
      {(goals) => (
        <>
          <p class="muted">{say.note}</p>
          <ul class="items" tabIndex={-1}>
            {goals.map(({ goalId, name, type, path: pattern, props = {}, valueProp }) => (
              <Item
                key={goalId}
                title={name}
                notes={[
                  type === undefined ? say.byPath(pattern ?? '') : say.byType(type),
                  ...Object.entries(props).map(([prop, value]) => `${prop} = ${value}`),
                  valueProp && say.valueOf(valueProp),
                ]}
              >
                <Confirmed
                  text={say.remove}
                  what={name}
                  isDangerous
                  act={() => admin.send('DELETE', `${path}/${goalId}`).then(reload)}
                />
              </Item>
            ))}
          </ul>
          <h3>{say.create}</h3>
          <Form button={say.create} isForNew onSubmit={create}>
            <Field name="name" label={administrationWords.form.name} isRequired />
            <Field
              name="kind"
              label={say.kind}
              options={say.kinds}
              onInput={(chosen) => setKind(chosen === 'path' ? 'path' : 'type')}
            />
            <Field
              key={kind}
              name="reached"
              label={say.reached[kind]}
              note={say.reachedNote[kind]}
              value={kind === 'path' ? '/' : ''}
              isRequired
              {...(kind === 'path' && { pattern: '[\\/*][^?#]*', title: say.pathRule })}
            />
            <div class="form" onInput={checkPair}>
              <Field name="prop" label={administrationWords.form.optional(say.prop)} note={say.propNote} />
              <Field name="value" label={say.value} />
            </div>
            <Field name="valueProp" label={administrationWords.form.optional(say.valueProp)} note={say.valuePropNote} />
          </Form>
        </>
      )}
    </State>
  );
}

/** Refuses a property without a value, which would match events without the property, and a value without a property. */
function checkPair({ currentTarget }: TargetedEvent<HTMLElement>): void {
  const fields = [...currentTarget.querySelectorAll('input')];
  const isNeeded = fields.some(({ value }) => value.trim());
  for (const field of fields) field.setCustomValidity(isNeeded && !field.value.trim() ? say.pairRule : '');
}
