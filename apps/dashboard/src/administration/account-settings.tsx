/** The person's own settings: name, email, password, sessions. */
import type { Me, Session } from '@footfall/schemas';
import { Confirmed } from '../controls/confirmed.tsx';
import { Field, filledIn, Form } from '../controls/form.tsx';
import { State } from '../controls/state.tsx';
import { admin } from '../questions/api.ts';
import { refreshMe } from '../questions/me.ts';
import { signedOut } from '../questions/session.ts';
import { adminQuestion } from '../questions/question.ts';
import { useAnswer } from '../questions/use-answer.ts';
import { administrationWords } from '../words/administration-words.ts';
import { lastUsed } from '../words/moments.ts';
import { Item } from './item.tsx';
import { NewPassword } from './new-password.tsx';

const say = administrationWords.settings;

/** `zone` is that of the workspace whose page this is. */
export function AccountSettings({ me, zone }: { me: Me; zone: string }) {
  const { person } = me;
  const sessions = useAnswer(adminQuestion<readonly Session[]>('/me/sessions'));
  const save = async (values: Readonly<Record<string, string>>) => {
    const { email, ...rest } = filledIn(values);
    // An unchanged address needs no password.
    const body = email === undefined || email === person.email ? rest : { ...rest, email };
    await admin.send('PATCH', '/me', body);
    await refreshMe();
    sessions.retry();
  };
  return (
    <>
      <Form button={administrationWords.save} onSubmit={save}>
        <Field name="name" label={administrationWords.form.name} value={person.name} autocomplete="name" />
        <Field
          name="email"
          label={administrationWords.form.email}
          type="email"
          value={person.email}
          autocomplete="email"
        />
        <NewPassword label={say.newPassword} />
        {person.hasPassword && (
          <Field name="currentPassword" label={say.currentPassword} type="password" autocomplete="current-password" />
        )}
      </Form>
      <h3>{say.sessions}</h3>
      <State known={sessions} lines={2}>
        {(all) => (
          <ul class="items" tabIndex={-1}>
            {all.map(({ sessionId, current, client, lastUsedAt }) => (
              <Item key={sessionId} title={client} notes={[current ? say.thisSession : lastUsed(lastUsedAt, zone)]}>
                {!current && (
                  <Confirmed
                    text={say.end}
                    what={client}
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
        <Confirmed text={say.everywhere} isDangerous act={() => admin.send('DELETE', '/me/sessions').then(signedOut)} />
      </p>
    </>
  );
}
