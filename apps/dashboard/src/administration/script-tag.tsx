/** The script tag of a workspace, for whatever the site is built with. A key is stored as a hash, so the tag comes with a new one. */
import { useState } from 'preact/hooks';
import { Act } from '../controls/act.tsx';
import { Copy } from '../controls/copy.tsx';
import { Switch } from '../controls/switch.tsx';
import { admin } from '../questions/api.ts';
import type { Me } from '../questions/resources.ts';
import { words } from '../words/words.ts';
import { html, snippets } from './snippets.ts';

const keyPlaceholder = 'pk_live_…';

export function ScriptTag({ workspaceId, me }: { workspaceId: string; me: Me }) {
  const [key, setKey] = useState<string | undefined>();
  const [snippet, choose] = useState(html);
  const make = async () => {
    const created = await admin.send<{ key: string }>('POST', `/workspaces/${workspaceId}/keys`, {
      type: 'public',
      name: 'site',
    });
    setKey(created.key);
  };
  return (
    <div class="form">
      <Switch
        title={words.settings.pages.install}
        options={snippets}
        chosen={snippet}
        textOf={({ title }) => title}
        onChoose={choose}
      />
      <Copy label={snippet.title} text={snippet.of(me.instance.ingestUrl, key ?? keyPlaceholder)} />
      {key === undefined && <Act text={words.start.make} act={make} />}
    </div>
  );
}
