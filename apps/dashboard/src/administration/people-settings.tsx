/** The people with access to a workspace, and its open invitations. */
import type { Invitation, IssuedInvitation, ListedPerson, Me, MyWorkspace } from '@footfall/schemas';
import { useState } from 'preact/hooks';
import { Confirmed } from '../controls/confirmed.tsx';
import { Copy } from '../controls/copy.tsx';
import { Field, Form } from '../controls/form.tsx';
import { State } from '../controls/state.tsx';
import { admin } from '../resources/api.ts';
import { refreshMe } from '../resources/me.ts';
import { adminResource } from '../resources/resource.ts';
import { useResource } from '../resources/use-resource.ts';
import { zoneOf } from '../state/zone.ts';
import { administrationWords } from '../words/administration-words.ts';
import { validUntil } from '../words/moments.ts';
import { Item } from './item.tsx';
import { Member, nameOf } from './member.tsx';

/** An invitation. Unlike other links, it always has an address and one of these roles. */
interface OpenInvitation extends Invitation {
  email: string;
  role: MyWorkspace['role'];
}

const say = administrationWords.settings;

export function PeopleSettings({ workspace: { workspaceId, timezone }, me }: { workspace: MyWorkspace; me: Me }) {
  const zone = zoneOf(timezone);
  const people = useResource(adminResource<readonly ListedPerson[]>('/people'));
  const invitations = useResource(adminResource<readonly OpenInvitation[]>('/invitations'));
  const [issued, setIssued] = useState<IssuedInvitation | undefined>();
  const roleOf = ({ role, workspaces }: ListedPerson) =>
    role === 'owner' ? role : workspaces.find((one) => one.workspaceId === workspaceId)?.role;
  const change = async ({ personId }: ListedPerson, role: string) => {
    await admin.send('PATCH', `/people/${personId}`, { role, workspaceId });
    people.retry();
    // Admins may change their own role.
    if (personId === me.person.personId) await refreshMe();
  };
  const invite = async ({ email, role }: Readonly<Record<string, string>>) => {
    const body = role === 'owner' ? { email, role } : { email, role, workspaceId };
    setIssued(await admin.send<IssuedInvitation>('POST', '/invitations', body));
    invitations.retry();
  };
  const { owner, admin: adminRole, viewer } = say.roles;
  return (
    <State known={people} lines={4}>
      {(all) => (
        <>
          <ul class="items" tabIndex={-1}>
            {all.map((person) => {
              const role = roleOf(person);
              return (
                role && (
                  <Member
                    key={person.personId}
                    person={person}
                    role={role}
                    zone={zone}
                    onChange={(next) => change(person, next)}
                  />
                )
              );
            })}
          </ul>
          <State known={invitations} lines={1}>
            {(open) => (
              <ul class="items" tabIndex={-1}>
                {open
                  .filter((one) => one.workspaceId === null || one.workspaceId === workspaceId)
                  .map(({ invitationId, email, role, issuedBy, expiresAt }) => {
                    const issuer = all.find(({ personId }) => personId === issuedBy);
                    return (
                      <Item
                        key={invitationId}
                        title={email}
                        notes={[say.roles[role], say.invited(issuer && nameOf(issuer)), validUntil(expiresAt, zone)]}
                      >
                        <Confirmed
                          text={say.revoke}
                          what={email}
                          isDangerous
                          act={() => admin.send('DELETE', `/invitations/${invitationId}`).then(invitations.retry)}
                        />
                      </Item>
                    );
                  })}
              </ul>
            )}
          </State>
          <div class="form" role="status">
            {issued && (
              <>
                <p>
                  {say.inviteLink} {issued.personId && say.hasAccount}
                </p>
                <Copy label={say.inviteLink} text={issued.link} />
              </>
            )}
          </div>
          <h3>{say.invitePerson}</h3>
          <Form button={say.invite} done="" isForNew onSubmit={invite}>
            <Field name="email" label={administrationWords.form.email} type="email" isRequired />
            <Field
              name="role"
              label={say.role}
              options={{ viewer, admin: adminRole, ...(me.person.role === 'owner' && { owner }) }}
            />
          </Form>
        </>
      )}
    </State>
  );
}
