/** The shares of a workspace, each with its link and the code that embeds it. */
import type { Goal, MyWorkspace, Share } from '@footfall/schemas';
import { useState } from 'preact/hooks';
import { Confirmed } from '../controls/confirmed.tsx';
import { Copy } from '../controls/copy.tsx';
import { Field, filledIn, Form } from '../controls/form.tsx';
import { State } from '../controls/state.tsx';
import { admin } from '../resources/api.ts';
import { adminResource } from '../resources/resource.ts';
import { useResource } from '../resources/use-resource.ts';
import { filterText } from '../state/filter.ts';
import type { View } from '../state/view.ts';
import { endOfDay, zoneOf } from '../state/zone.ts';
import { administrationWords } from '../words/administration-words.ts';
import { hasPassed, validUntil } from '../words/moments.ts';
import { filterTextSentence } from '../words/names.ts';
import { formWords } from '../words/form-words.ts';
import { Item } from './item.tsx';
import { NewPassword } from './new-password.tsx';

const say = administrationWords.settings;

interface ShareSettingsProps {
  /** A new share can have its filters. */
  view: View;
  workspace: MyWorkspace;
}

export function ShareSettings({ view, workspace: { workspaceId, timezone } }: ShareSettingsProps) {
  const path = `/workspaces/${workspaceId}/shares`;
  const known = useResource(adminResource<readonly Share[]>(path));
  const zone = zoneOf(timezone);
  const goals = useResource(adminResource<readonly Goal[]>(`/workspaces/${workspaceId}/goals`)).last?.result;
  const names = new Map(goals?.map(({ goalId, name }) => [goalId, name]));
  const filters = view.filters.map(filterText);
  const sentence = (texts: readonly string[]) => texts.map((text) => filterTextSentence(text, names)).join(', ');
  const create = async ({ expiresAt, isFiltered, ...values }: Readonly<Record<string, string>>) => {
    const given = filledIn({ ...values, expiresAt: expiresAt ? endOfDay(expiresAt, zone) : '' });
    await admin.send('POST', path, { ...given, filters: isFiltered ? filters : [] });
    known.retry();
  };
  return (
    <State known={known} lines={4}>
      {(shares) => (
        <>
          <p class="muted">{say.shareNote}</p>
          <ul class="items" tabIndex={-1}>
            {shares.map((share) => (
              <ShareItem
                key={share.shareId}
                share={share}
                filters={sentence(share.filters)}
                zone={zone}
                onRevoke={known.retry}
              />
            ))}
          </ul>
          <h3>{say.newShare}</h3>
          <Form button={say.newShare} isForNew onSubmit={create}>
            <Field name="name" label={administrationWords.form.name} />
            <NewPassword />
            <Field name="expiresAt" label={administrationWords.form.optional(say.expires)} type="date" />
            {filters.length > 0 ? (
              <label class="row">
                <input type="checkbox" name="isFiltered" defaultChecked />
                <span>{say.onlyFiltered(sentence(filters))}</span>
              </label>
            ) : (
              <p class="muted">{say.filterHint}</p>
            )}
          </Form>
        </>
      )}
    </State>
  );
}

interface ShareItemProps {
  share: Share;
  /** The filters in words; empty if there are none. */
  filters: string;
  /** The time zone of the workspace. */
  zone: string;
  onRevoke: () => void;
}

function ShareItem({ share: { shareId, name, hasPassword, expiresAt, url }, filters, zone, onRevoke }: ShareItemProps) {
  const [isShown, show] = useState(false);
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      setCopied(true);
    } catch {
      // The browser denies access, or has no clipboard because the page has no TLS: the link is shown instead.
      show(true);
    }
  };
  return (
    <Item
      title={name || url}
      notes={[filters && say.only(filters), hasPassword && say.withPassword, expiresAt && validUntil(expiresAt, zone)]}
    >
      {!hasPassed(expiresAt) && (
        <>
          <a href={url} target="_blank">
            {administrationWords.share.open}
          </a>
          <button type="button" onClick={() => void copy()}>
            <span aria-live="polite">{isCopied ? formWords.copied : say.copyLink}</span>
          </button>
          <button type="button" aria-expanded={isShown} onClick={() => show(!isShown)}>
            {say.embed}
          </button>
        </>
      )}
      <Confirmed
        text={say.revoke}
        what={name}
        isDangerous
        act={() => admin.send('DELETE', `/shares/${shareId}`).then(onRevoke)}
      />
      {isShown && <Embed name={name || url} url={url} />}
    </Item>
  );
}

function Embed({ name, url }: { name: string; url: string }) {
  const framed = `${url}?embed=true&theme=light`;
  return (
    <div class="embed">
      <Copy label={name} text={url} />
      <Copy
        label={say.embed}
        text={`<iframe src="${framed}" width="100%" height="900" loading="lazy" title="Footfall"></iframe>`}
      />
      <iframe title={say.preview} src={new URL(framed).pathname + new URL(framed).search} loading="lazy" />
    </div>
  );
}
