/** The keys of a workspace. */
import type { ApiKey } from '@footfall/schemas';
import { useState } from 'preact/hooks';
import { Confirmed } from '../controls/confirmed.tsx';
import { Copy } from '../controls/copy.tsx';
import { Field, Form } from '../controls/form.tsx';
import { State } from '../controls/state.tsx';
import { admin } from '../resources/api.ts';
import { adminResource } from '../resources/resource.ts';
import { useResource } from '../resources/use-resource.ts';
import { administrationWords } from '../words/administration-words.ts';
import { hasPassed, lastUsed, validUntil } from '../words/moments.ts';
import { Item } from './item.tsx';

const say = administrationWords.settings;

/** `zone` is the time zone of the workspace. */
export function KeySettings({ workspaceId, zone }: { workspaceId: string; zone: string }) {
  const path = `/workspaces/${workspaceId}/keys`;
  const known = useResource(adminResource<readonly ApiKey[]>(path));
  const [created, setCreated] = useState<string | undefined>();
  const issue = async (at: string, body: unknown) => {
    const { key } = await admin.send<{ key: string }>('POST', at, body);
    setCreated(key);
    known.retry();
  };
  return (
    <State known={known} lines={4}>
      {(keys) => (
        <>
          <div class="form" role="status">
            {created !== undefined && (
              <>
                <p>{say.shownOnce}</p>
                <Copy label={say.shownOnce} text={created} />
              </>
            )}
          </div>
          <ul class="items" tabIndex={-1}>
            {keys
              .filter(({ revokedAt }) => revokedAt === null)
              .map(({ keyId, type, name, lastFour, lastUsedAt, expiresAt }) => (
                <Item
                  key={keyId}
                  title={`${say.types[type]} …${lastFour} ${name}`}
                  notes={[
                    lastUsedAt === null ? say.never : lastUsed(lastUsedAt, zone),
                    expiresAt && validUntil(expiresAt, zone),
                  ]}
                >
                  {!hasPassed(expiresAt) && (
                    <Confirmed
                      text={say.rotate}
                      what={say.rotated(`…${lastFour}`)}
                      act={() => issue(`/keys/${keyId}/rotate`, {})}
                    />
                  )}
                  <Confirmed
                    text={say.revoke}
                    what={`…${lastFour}`}
                    isDangerous
                    act={() => admin.send('DELETE', `/keys/${keyId}`).then(known.retry)}
                  />
                </Item>
              ))}
          </ul>
          <h3>{say.newKey}</h3>
          <Form button={say.newKey} done="" isForNew onSubmit={(values) => issue(path, values)}>
            <Field
              name="type"
              label={say.keyType}
              options={{
                public: `${say.types.public}: ${say.keyNote.public}`,
                secret: `${say.types.secret}: ${say.keyNote.secret}`,
              }}
            />
            <Field name="name" label={administrationWords.form.optional(administrationWords.form.name)} />
          </Form>
        </>
      )}
    </State>
  );
}
