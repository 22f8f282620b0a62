/** The script tag of a workspace, for whatever the site is built with. A key is stored as a hash, so the tag comes with a new one. */
import { useState } from 'preact/hooks';
import { Act } from '../controls/act.tsx';
import { Copy } from '../controls/copy.tsx';
import { admin } from '../questions/api.ts';
import type { Me } from '../questions/resources.ts';
import { words } from '../words/words.ts';
import { snippets } from './snippets.ts';

const keyPlaceholder = 'pk_live_…';

export function ScriptTag({ workspaceId, me }: { workspaceId: string; me: Me }) {
  const [key, setKey] = useState<string | undefined>();
  const [kind, setKind] = useState<keyof typeof snippets>('HTML');
  const make = async () => {
    const created = await admin.send<{ key: string }>('POST', `/workspaces/${workspaceId}/keys`, {
      type: 'public',
      name: 'site',
    });
    setKey(created.key);
  };
  return (
    <div class="form">
      <div class="kinds" role="group">
        {Object.keys(snippets).map((one) => (
          <button key={one} type="button" aria-pressed={one === kind} onClick={() => isKind(one) && setKind(one)}>
            {one}
          </button>
        ))}
      </div>
      <Copy label={kind} text={snippets[kind](me.instance.ingestUrl, key ?? keyPlaceholder)} />
      {key === undefined ? <Act text={words.start.make} act={make} /> : null}
    </div>
  );
}

function isKind(text: string): text is keyof typeof snippets {
  return text in snippets;
}
