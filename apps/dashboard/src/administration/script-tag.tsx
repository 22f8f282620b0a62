/** The script tag of a workspace, for each way to build a site. A key is stored as a hash, so the tag is shown with a new one. */
import type { Me } from '@footfall/schemas';
import { useRef, useState } from 'preact/hooks';
import { Act } from '../controls/act.tsx';
import { Copy } from '../controls/copy.tsx';
import { State } from '../controls/state.tsx';
import { Switch } from '../controls/switch.tsx';
import { admin } from '../questions/api.ts';
import { fileQuestion } from '../questions/question.ts';
import { useAnswer } from '../questions/use-answer.ts';
import { administrationWords } from '../words/administration-words.ts';
import snippetsUrl from './snippets.json?url';

/** The tag for a kind of site, with `{url}` and `{key}` as placeholders for the ingest URL and the key. */
interface Snippet {
  title: string;
  text: string;
}

const keyPlaceholder = 'pk_live_…';
const files = fileQuestion<readonly Snippet[]>(snippetsUrl);

export function ScriptTag({ workspaceId, me }: { workspaceId: string; me: Me }) {
  const [key, setKey] = useState<string | undefined>();
  const place = useRef<HTMLDivElement>(null);
  const [title, choose] = useState<string | undefined>();
  const known = useAnswer(files);
  const make = async () => {
    const created = await admin.send<{ key: string }>('POST', `/workspaces/${workspaceId}/keys`, {
      type: 'public',
      name: 'site',
    });
    // The button disappears.
    place.current?.focus();
    setKey(created.key);
  };
  return (
    <State known={known} lines={4}>
      {(snippets) => {
        const snippet = snippets.find((one) => one.title === title) ?? snippets[0];
        if (snippet === undefined) return null;
        const tag = snippet.text.replace('{url}', me.instance.ingestUrl).replace('{key}', key ?? keyPlaceholder);
        return (
          <div ref={place} class="form" tabIndex={-1}>
            <Switch
              title={administrationWords.settings.pages.install}
              options={snippets}
              chosen={snippet}
              textOf={(one) => one.title}
              onChoose={(one) => choose(one.title)}
            />
            {key === undefined ? (
              <>
                <Act text={administrationWords.start.make} isMain act={make} />
                {/* Without a key, it is a picture of the tag that is not to be copied. */}
                <div class="copy muted">
                  <pre>{tag}</pre>
                </div>
              </>
            ) : (
              <Copy label={snippet.title} text={tag} />
            )}
          </div>
        );
      }}
    </State>
  );
}
