/** Creates a workspace. Its days are those of the browser's time zone, unless another one is chosen. */
import type { Workspace } from '@footfall/schemas';
import { Field, filledIn, Form } from '../controls/form.tsx';
import { admin } from '../resources/api.ts';
import { refreshMe } from '../resources/me.ts';
import { go } from '../state/navigation.ts';
import { administrationWords } from '../words/administration-words.ts';
import { SiteFields, ZoneField } from './site-fields.tsx';
import { browserZone } from './site-values.ts';

const { form, settings, start } = administrationWords;

export function NewWorkspace() {
  const create = async (values: Readonly<Record<string, string>>) => {
    const { workspaceId } = await admin.send<Workspace>('POST', '/workspaces', filledIn(values));
    await refreshMe();
    go(`/?site=${workspaceId}`);
  };
  return (
    <Form button={start.create} onSubmit={create}>
      <SiteFields>
        <Field name="name" label={form.name} isRequired />
        <Field name="domain" label={form.optional(settings.domain)} note={start.domainNote} />
        <ZoneField value={browserZone()} note={settings.timezoneNote} />
      </SiteFields>
    </Form>
  );
}
