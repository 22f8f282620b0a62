/** The script tag of a workspace, for each way to build a site. It is to be copied once it has a key. */
import type { Me } from '@footfall/schemas';
import { useState } from 'preact/hooks';
import { Copy } from '../controls/copy.tsx';
import { useKeptFocus } from '../controls/focus.ts';
import { State } from '../controls/state.tsx';
import { Switch } from '../controls/switch.tsx';
import { fileResource } from '../resources/resource.ts';
import { useResource } from '../resources/use-resource.ts';
import { administrationWords } from '../words/administration-words.ts';
import { keyPlaceholder, PublicKey } from './public-key.tsx';
import { isThisMachine } from './site-values.ts';
import snippetsUrl from './snippets.json?url';

/** The tag for a kind of site, with `{url}` and `{key}` as placeholders for the ingest URL and the key. */
interface Snippet {
  title: string;
  text: string;
}

const files = fileResource<readonly Snippet[]>(snippetsUrl);
const { settings, start } = administrationWords;

export function ScriptTag({ workspaceId, me }: { workspaceId: string; me: Me }) {
  const { ingestUrl } = me.instance;
  const isViewer = me.workspaces.find((one) => one.workspaceId === workspaceId)?.role === 'viewer';
  const [pasted, setPasted] = useState<string | undefined>();
  const [created, setCreated] = useState<string | undefined>();
  const key = created ?? pasted;
  // The button that creates a key disappears.
  const container = useKeptFocus<HTMLDivElement>();
  const [title, choose] = useState<string | undefined>();
  const known = useResource(files);
  return (
    <State known={known} lines={4}>
      {(snippets) => {
        const snippet = snippets.find((one) => one.title === title) ?? snippets[0];
        if (snippet === undefined) return null;
        const tag = snippet.text.replace('{url}', ingestUrl).replace('{key}', key ?? keyPlaceholder);
        return (
          <div ref={container} class="form" tabIndex={-1}>
            <p>{start.intro}</p>
            <Switch
              title={settings.pages.install}
              options={snippets}
              chosen={snippet}
              textOf={(one) => one.title}
              onChoose={(one) => choose(one.title)}
            />
            {key === undefined ? (
              // Without a key, it is a picture of the tag that is not to be copied.
              <div class="copy muted">
                <pre>{tag}</pre>
              </div>
            ) : (
              <Copy label={snippet.title} text={tag} />
            )}
            {!isViewer && created === undefined && (
              <PublicKey workspaceId={workspaceId} onPaste={setPasted} onCreate={setCreated} />
            )}
            {isThisMachine(ingestUrl) && <p>{start.thisMachine(ingestUrl)}</p>}
            <p class="muted">
              {start.help} {hasPrivacyControl && start.own}
            </p>
          </div>
        );
      }}
    </State>
  );
}

/** The tracker respects it, whatever the tag says. */
const hasPrivacyControl = Reflect.get(navigator, 'globalPrivacyControl');
