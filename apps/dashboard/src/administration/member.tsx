/** A person with access to a workspace, whose role can be changed or revoked. */
import type { ListedPerson, MyWorkspace } from '@footfall/schemas';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Act } from '../controls/act.tsx';
import { Confirmed } from '../controls/confirmed.tsx';
import { formWords } from '../words/form-words.ts';
import { administrationWords } from '../words/administration-words.ts';
import { lastUsed } from '../words/moments.ts';
import { Item } from './item.tsx';

interface MemberProps {
  person: ListedPerson;
  role: MyWorkspace['role'];
  /** The time zone of the workspace. */
  zone: string;
  /** `none` revokes the access. */
  onChange: (role: 'admin' | 'viewer' | 'none') => Promise<unknown>;
}

const say = administrationWords.settings;

/** Returns the name of a person, otherwise the email address, otherwise the role. */
export function nameOf({ name, email, role }: ListedPerson): string {
  return name || (email ?? say.roles[role]);
}

export function Member({ person, role, zone, onChange }: MemberProps) {
  const [chosen, choose] = useState<'admin' | 'viewer' | undefined>();
  useLayoutEffect(() => choose(undefined), [role]);
  const select = useRef<HTMLSelectElement>(null);
  const name = nameOf(person);
  const isOwner = role === 'owner';
  // The buttons disappear.
  const focus = () => select.current?.focus();
  return (
    <Item
      title={name}
      notes={[
        isOwner && say.roles.owner,
        person.email !== name && person.email,
        person.lastUsedAt && lastUsed(person.lastUsedAt, zone),
      ]}
    >
      {!isOwner && (
        <>
          <select
            ref={select}
            class="quiet"
            aria-label={say.roleOf(name)}
            value={chosen ?? role}
            onChange={({ currentTarget: { value } }) => choose(value === 'admin' ? value : 'viewer')}
          >
            <option value="viewer">{say.roles.viewer}</option>
            <option value="admin">{say.roles.admin}</option>
          </select>
          <Confirmed text={say.revoke} what={name} isDangerous act={() => onChange('none')} />
        </>
      )}
      {chosen !== undefined && chosen !== role && (
        <div class="embed">
          <p role="status">{say.willBe[chosen](name)}</p>
          <p class="row">
            <Act text={say.makeRole[chosen](name)} isMain act={() => onChange(chosen).then(focus)} />
            <button
              type="button"
              onClick={() => {
                focus();
                choose(undefined);
              }}
            >
              {formWords.cancel}
            </button>
          </p>
        </div>
      )}
    </Item>
  );
}
