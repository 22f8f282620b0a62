/** Signing in: with a one-time link, or with email and password. */
import type { SignInLink } from '@footfall/schemas';
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Copy } from '../controls/copy.tsx';
import { Field, filledIn, Form } from '../controls/form.tsx';
import { WholeSheet } from '../controls/sheet.tsx';
import { faultText } from '../controls/state.tsx';
import { peek } from '../resources/cache.ts';
import { admin, ApiError } from '../resources/api.ts';
import { meResource, refreshMe } from '../resources/me.ts';
import { signIn } from '../resources/session.ts';
import { listen } from '../state/listen.ts';
import { go } from '../state/navigation.ts';
import { administrationWords } from '../words/administration-words.ts';
import { words } from '../words/words.ts';
import { NewPassword } from './new-password.tsx';
import { SiteFields, ZoneField } from './site-fields.tsx';
import { browserZone } from './site-values.ts';

const { signIn: say } = administrationWords;
const { form, settings } = administrationWords;

/** `hasEnded` is true if a session has just ended. */
export function SignInPage({ hasEnded }: { hasEnded?: boolean }) {
  const [token, setToken] = useState(tokenOfUrl);
  // Another link may be opened in the same tab.
  useEffect(() => listen(['hashchange'], () => setToken(tokenOfUrl())), []);
  if (token === '') return <ByPassword note={hasEnded && <p role="status">{say.ended}</p>} onDone={enter} />;
  return <ByLink key={token} token={token} />;
}

function tokenOfUrl(): string {
  return location.hash.slice(1);
}

/** Continues to the requested page; the token of a link is removed from the URL. */
function enter(): void {
  if (location.pathname === '/sign-in') go('/', { replace: true });
}

function ByPassword({ note, onDone }: { note: ComponentChildren; onDone: () => unknown }) {
  return (
    <WholeSheet title={say.title}>
      {note}
      <Form button={say.title} done="" onSubmit={(values) => signIn(values).then(onDone)}>
        <Field name="email" label={form.email} type="email" isRequired autocomplete="username" />
        <Field name="password" label={form.password} type="password" isRequired autocomplete="current-password" />
      </Form>
      <p class="muted">{say.noPassword}</p>
      {Object.entries(say.commands).map(([installation, command]) => (
        <div key={installation}>
          <p class="muted">{installation}</p>
          <Copy text={command} label={installation} />
        </div>
      ))}
    </WholeSheet>
  );
}

function ByLink({ token }: { token: string }) {
  const [link, setLink] = useState<SignInLink | undefined>();
  const [fault, setFault] = useState<unknown>();
  const [password, setPassword] = useState('');
  useEffect(() => void admin.get<SignInLink>('/links', { 'X-Sign-In-Token': token }).then(setLink, setFault), [token]);
  if (fault !== undefined) {
    return (
      <ByPassword
        // The link can still be used, by the person who is then signed in.
        onDone={link ? () => location.reload() : enter}
        note={
          <p role="alert" class="down">
            {faultText(fault)}
          </p>
        }
      />
    );
  }
  if (link === undefined) return null;
  const { kind, email, name, workspaceName, signedIn } = link;
  const open = async ({ timezone, ...values }: Readonly<Record<string, string>>) => {
    try {
      await signIn({ token, ...filledIn(values) });
    } catch (reason) {
      // The invited person has an account.
      if (kind === 'invitation' && reason instanceof ApiError && reason.status === 409) setFault(reason);
      throw reason;
    }
    // The link has been used and works only once, so the dashboard opens even if the zone cannot be set.
    if (timezone) await setFirstZone(timezone).catch(() => undefined);
    enter();
  };
  return (
    <WholeSheet title={say.welcome}>
      <p>
        {kind === 'owner'
          ? say.owner
          : kind === 'invitation'
            ? say.invitation(workspaceName ?? words.product)
            : say.again}
      </p>
      <Form button={say.go} done="" onSubmit={open}>
        {kind === 'sign-in'
          ? // A password needs an email address.
            email && <NewPassword label={form.optional(settings.newPassword)} />
          : !signedIn && (
              <>
                <Field name="name" label={form.optional(form.name)} value={name} autocomplete="name" />
                {kind === 'owner' && (
                  <Field
                    name="email"
                    label={password === '' ? form.optional(form.email) : form.email}
                    value={email}
                    type="email"
                    isRequired={password !== ''}
                    autocomplete="email"
                  />
                )}
                <NewPassword onInput={setPassword} />
                {kind === 'owner' && (
                  <SiteFields>
                    <ZoneField value={browserZone()} note={say.zoneNote} />
                  </SiteFields>
                )}
              </>
            )}
      </Form>
    </WholeSheet>
  );
}

/** Sets the time zone of the workspace of a new installation, unless it has one. */
async function setFirstZone(timezone: string): Promise<void> {
  const [workspace] = peek(meResource).last?.result.workspaces ?? [];
  if (workspace?.timezone !== null) return;
  await admin.send('PATCH', `/workspaces/${workspace.workspaceId}`, { timezone });
  await refreshMe();
}
