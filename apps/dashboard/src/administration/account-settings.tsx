/** The person's own settings: name, email, password, sessions. */
import type { Me, Session } from '@footfall/schemas';
import { Confirmed } from '../controls/confirmed.tsx';
import { Field, filledIn, Form } from '../controls/form.tsx';
import { State } from '../controls/state.tsx';
import { admin } from '../resources/api.ts';
import { refreshMe } from '../resources/me.ts';
import { startOver } from '../resources/session.ts';
import { adminResource } from '../resources/resource.ts';
import { useResource } from '../resources/use-resource.ts';
import { administrationWords } from '../words/administration-words.ts';
import { lastUsed } from '../words/moments.ts';
import { words } from '../words/words.ts';
import { Item } from './item.tsx';
import { NewPassword } from './new-password.tsx';

type Values = Readonly<Record<string, string>>;

const say = administrationWords.settings;

/** `zone` is that of the workspace whose page this is. */
export function AccountSettings({ me, zone }: { me: Me; zone: string }) {
  const { person } = me;
  const sessions = useResource(adminResource<readonly Session[]>('/me/sessions'));
  const change = async (values: Values) => {
    await admin.send('PATCH', '/me', filledIn(values));
    await refreshMe();
    sessions.retry();
  };
  // An unchanged address needs no password.
  const save = ({ name = '', ...values }: Values) =>
    change(values['email'] === person.email ? { name } : { name, ...values });
  return (
    <>
      <Form button={administrationWords.save} onSubmit={save}>
        <Field
          name="name"
          label={administrationWords.form.name}
          value={person.name}
          isRequired={Boolean(person.name)}
          autocomplete="name"
        />
        {person.role === 'owner' && (
          <>
            <Field
              name="email"
              label={administrationWords.form.email}
              type="email"
              value={person.email}
              isRequired={Boolean(person.email)}
              autocomplete="email"
            />
            {person.hasPassword && <CurrentPassword note={say.currentPasswordNote} />}
          </>
        )}
      </Form>
      <h3>{administrationWords.form.password}</h3>
      <Form button={say.setPassword} isForNew onSubmit={change}>
        {!person.email && (
          <Field name="email" label={administrationWords.form.email} type="email" isRequired autocomplete="email" />
        )}
        <NewPassword label={say.newPassword} isRequired />
        {person.hasPassword && <CurrentPassword />}
      </Form>
      <h3>{say.sessions}</h3>
      <State known={sessions} lines={2}>
        {(all) => (
          <ul class="items" tabIndex={-1}>
            {all.map(({ sessionId, current, client, lastUsedAt }) => (
              <Item
                key={sessionId}
                title={client || words.unknown}
                notes={[current ? say.thisSession : lastUsed(lastUsedAt, zone)]}
              >
                {!current && (
                  <Confirmed
                    text={say.end}
                    what={client || words.unknown}
                    isDangerous
                    act={() => admin.send('DELETE', `/me/sessions/${sessionId}`).then(sessions.retry)}
                  />
                )}
              </Item>
            ))}
          </ul>
        )}
      </State>
      <p>
        <Confirmed text={say.everywhere} isDangerous act={() => admin.send('DELETE', '/me/sessions').then(startOver)} />
      </p>
    </>
  );
}

function CurrentPassword({ note = '' }: { note?: string }) {
  return (
    <Field
      name="currentPassword"
      label={say.currentPassword}
      note={note}
      type="password"
      autocomplete="current-password"
    />
  );
}
