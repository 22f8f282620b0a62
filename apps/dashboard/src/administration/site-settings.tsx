/** The name, domain, allowed origins and time zone of a workspace, and its deletion. */
import type { Me, Workspace } from '@footfall/schemas';
import { Field, Form } from '../controls/form.tsx';
import { State } from '../controls/state.tsx';
import { admin } from '../resources/api.ts';
import { refreshMe } from '../resources/me.ts';
import { adminResource } from '../resources/resource.ts';
import { useResource } from '../resources/use-resource.ts';
import { go } from '../state/navigation.ts';
import { administrationWords } from '../words/administration-words.ts';
import { SiteFields, ZoneField } from './site-fields.tsx';

const say = administrationWords.settings;

export function SiteSettings({ workspaceId, me }: { workspaceId: string; me: Me }) {
  const path = `/workspaces/${workspaceId}`;
  const known = useResource(adminResource<Workspace>(path));
  const save = async ({ name, domain, timezone, origins = '' }: Readonly<Record<string, string>>) => {
    await admin.send('PATCH', path, {
      name,
      domain: domain || null,
      timezone: timezone || null,
      // Unchanged ones are not sent: those that follow the domain still do.
      allowedOrigins:
        origins === known.last?.result.allowedOrigins.join('\n') ? undefined : origins.split(/\s+/).filter(Boolean),
    });
    known.retry();
    await refreshMe();
  };
  const remove = async () => {
    await admin.send('DELETE', path);
    await refreshMe();
    go('/');
  };
  return (
    <State known={known} lines={5}>
      {({ name, domain, timezone, allowedOrigins }) => (
        <>
          <Form button={administrationWords.save} onSubmit={save}>
            <SiteFields>
              <Field name="name" label={administrationWords.form.name} value={name} isRequired />
              <Field name="domain" label={say.domain} note={say.domainNote} value={domain} />
              <Field
                name="origins"
                label={say.origins}
                note={say.originsNote}
                value={allowedOrigins.join('\n')}
                lines={3}
              />
              <ZoneField value={timezone} note={say.timezoneNote} />
            </SiteFields>
          </Form>
          {me.person.role === 'owner' && (
            <>
              <h3>{say.remove}</h3>
              <Form
                button={say.remove}
                isDangerous
                onSubmit={async ({ confirmation }) => {
                  if (confirmation !== name) throw new Error(say.removeNote(name));
                  await remove();
                }}
              >
                <Field name="confirmation" label={say.removeNote(name)} isRequired />
              </Form>
            </>
          )}
        </>
      )}
    </State>
  );
}
