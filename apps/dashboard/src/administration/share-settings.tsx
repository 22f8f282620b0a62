/** The shares of a workspace, each with its link and the code that embeds it. */
import { useState } from 'preact/hooks';
import { Act } from '../controls/act.tsx';
import { Copy } from '../controls/copy.tsx';
import { Field, filledIn, Form } from '../controls/form.tsx';
import { State } from '../controls/state.tsx';
import { admin } from '../questions/api.ts';
import { adminQuestion } from '../questions/question.ts';
import type { Share } from '../questions/resources.ts';
import { useAnswer } from '../questions/use-answer.ts';
import { formatDays } from '../words/format.ts';
import { administrationWords } from '../words/administration-words.ts';
import { Item } from './item.tsx';

const say = administrationWords.settings;

export function ShareSettings({ workspaceId }: { workspaceId: string }) {
  const path = `/workspaces/${workspaceId}/shares`;
  const known = useAnswer(adminQuestion<readonly Share[]>(path));
  const [shown, show] = useState<string | undefined>();
  const create = ({ expiresAt, ...values }: Readonly<Record<string, string>>) =>
    admin
      .send('POST', path, filledIn({ ...values, expiresAt: expiresAt ? `${expiresAt}T00:00:00Z` : '' }))
      .then(known.retry);
  return (
    <State known={known} lines={4}>
      {(shares) => (
        <>
          <ul class="items">
            {shares.map(({ shareId, name, hasPassword, expiresAt, url }) => (
              <>
                <Item
                  key={shareId}
                  title={name || url}
                  notes={[hasPassword && say.withPassword, expiresAt && say.until(formatDays(expiresAt))]}
                >
                  <button
                    type="button"
                    aria-expanded={shown === shareId}
                    onClick={() => show(shown === shareId ? undefined : shareId)}
                  >
                    {say.embed}
                  </button>
                  <Act
                    text={say.revoke}
                    isDangerous
                    act={() => admin.send('DELETE', `/shares/${shareId}`).then(known.retry)}
                  />
                </Item>
                {shown === shareId && <Embed url={url} />}
              </>
            ))}
          </ul>
          <Form button={say.newShare} isForNew onSubmit={create}>
            <Field name="name" label={administrationWords.form.name} />
            <Field
              name="password"
              label={administrationWords.form.optional(administrationWords.form.password)}
              type="password"
              autocomplete="new-password"
            />
            <Field name="expiresAt" label={administrationWords.form.optional(say.expires)} type="date" />
          </Form>
        </>
      )}
    </State>
  );
}

function Embed({ url }: { url: string }) {
  const framed = `${url}?embed=true&theme=light`;
  return (
    <li class="embed">
      <Copy label={say.pages.shares} text={url} />
      <Copy
        label={say.embed}
        text={`<iframe src="${framed}" width="100%" height="900" loading="lazy" title="Footfall"></iframe>`}
      />
      <iframe title={say.preview} src={new URL(framed).pathname + new URL(framed).search} loading="lazy" />
    </li>
  );
}
