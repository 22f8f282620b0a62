/** The public key for a script tag: an existing one, which is pasted because only its hash is stored, or a new one. */
import type { ApiKey } from '@footfall/schemas';
import { useState } from 'preact/hooks';
import { Act } from '../controls/act.tsx';
import { State } from '../controls/state.tsx';
import { admin } from '../resources/api.ts';
import { adminResource } from '../resources/resource.ts';
import { useResource } from '../resources/use-resource.ts';
import { administrationWords } from '../words/administration-words.ts';
import { hasPassed } from '../words/moments.ts';

interface PublicKeyProps {
  workspaceId: string;
  /** Called with the pasted key; undefined while the text contains none. */
  onPaste: (key: string | undefined) => void;
  onCreate: (key: string) => void;
}

export const keyPlaceholder = 'pk_live_…';
const keyForm = /pk_live_[0-9A-Za-z]{32}/;
const { start: say } = administrationWords;

export function PublicKey({ workspaceId, onPaste, onCreate }: PublicKeyProps) {
  const path = `/workspaces/${workspaceId}/keys`;
  const known = useResource(adminResource<readonly ApiKey[]>(path));
  const [isWrong, setWrong] = useState(false);
  const create = async () => {
    const { key } = await admin.send<{ key: string }>('POST', path, { type: 'public', name: 'site' });
    onCreate(key);
    known.retry();
  };
  return (
    <State known={known} lines={2}>
      {(all) => {
        const keys = all.filter(
          ({ type, revokedAt, expiresAt }) => type === 'public' && revokedAt === null && !hasPassed(expiresAt),
        );
        if (keys.length === 0) return <Act text={say.make} isMain act={create} />;
        const onInput = (text: string) => {
          // The whole tag may have been pasted.
          const key = keyForm.exec(text)?.[0];
          const isKnown = keys.some(({ lastFour }) => key?.endsWith(lastFour));
          setWrong(text !== '' && !isKnown);
          onPaste(isKnown ? key : undefined);
        };
        return (
          <>
            <label class="field">
              <span>{say.paste(keys.map(({ name, lastFour }) => `${name} (…${lastFour})`.trim()).join(', '))}</span>
              <input
                placeholder={keyPlaceholder}
                autocomplete="off"
                spellcheck={false}
                onInput={({ currentTarget }) => onInput(currentTarget.value.trim())}
              />
              <small class={isWrong ? 'down' : 'muted'} aria-live="polite">
                {isWrong ? say.pasteWrong : say.pasteNote}
              </small>
            </label>
            <Act text={say.makeAnother} act={create} />
          </>
        );
      }}
    </State>
  );
}
