/** The admin API of people, their roles and invitations. */
import { noSuch } from '@footfall/auth';
import {
  always,
  invitationInputSchema,
  invitationSchema,
  issuedInvitationSchema,
  listedPersonSchema,
  roleInputSchema,
} from '@footfall/schemas';
import { ownRoleIn, type PersonRecord, roleIn } from '@footfall/warehouse';
import { z } from 'zod';
import { type Actor, personIdOf } from '../actor.ts';
import type { AdminDeps } from '../admin-deps.ts';
import { defineRoute } from '../route.ts';
import { iso, shownInvitation, shownPerson, signInLink } from './shown.ts';

export const listPeople = defineRoute({
  id: 'listPeople',
  summary: 'List people.',
  method: 'get',
  path: '/people',
  data: z.array(listedPersonSchema).meta({ id: 'People' }),
  async handle(deps, { actor }) {
    return (await deps.people.listPeople()).flatMap(await shownTo(deps, actor));
  },
});

export const changeRole = defineRoute({
  id: 'changeRole',
  summary: 'Change the role of a person.',
  method: 'patch',
  path: '/people/:personId',
  body: roleInputSchema.meta({ id: 'RoleInput' }),
  // An admin who removes a person's last role in their workspaces may no longer see these fields.
  data: listedPersonSchema
    .partial({ workspaces: true, createdAt: true, lastUsedAt: true })
    .meta({ id: 'PersonInWorkspaces' }),
  async handle(deps, { actor, params: { personId }, body: { role, workspaceId } }) {
    const { people, keyStore } = deps;
    if (workspaceId !== undefined) await keyStore.getWorkspace(workspaceId);
    requireSeen(await people.listPeople(), personId, actor, workspaceId);
    const person =
      workspaceId === undefined
        ? await people.setOwner(personId, role === 'owner')
        : await people.setRole(personId, workspaceId, role === 'admin' || role === 'viewer' ? role : null);
    return (await shownTo(deps, actor))(person)[0] ?? shownPerson(person);
  },
});

export const removePerson = defineRoute({
  id: 'removePerson',
  summary: 'Remove a person.',
  method: 'delete',
  path: '/people/:personId',
  data: listedPersonSchema.pick({ personId: true }).extend({ removed: always }).meta({ id: 'PersonRemoved' }),
  async handle({ people }, { params: { personId } }) {
    await people.removePerson(personId);
    return { personId, removed: true };
  },
});

export const listInvitations = defineRoute({
  id: 'listInvitations',
  summary: 'List open invitations.',
  method: 'get',
  path: '/invitations',
  data: z.array(invitationSchema).meta({ id: 'Invitations' }),
  async handle({ people }, { actor }) {
    const invitations = (await people.listLinks()).filter(({ kind }) => kind === 'invitation');
    const seen = invitations.filter(({ workspaceId }) => administers(actor, workspaceId));
    return seen.map(shownInvitation);
  },
});

export const invite = defineRoute({
  id: 'invite',
  summary: 'Invite a person.',
  method: 'post',
  path: '/invitations',
  body: invitationInputSchema.meta({ id: 'InvitationInput' }),
  data: issuedInvitationSchema.meta({ id: 'IssuedInvitation' }),
  status: 201,
  async handle(deps, { request, actor, body }) {
    const { keyStore, people, requestOrigin } = deps;
    const { email, name = null, role, workspaceId = null } = body;
    if (workspaceId !== null) await keyStore.getWorkspace(workspaceId);
    const issuedBy = personIdOf(actor);
    const invitation = { kind: 'invitation', personId: null, email, name, role, workspaceId, issuedBy } as const;
    const { link, token } = await people.createLink(invitation);
    const known = (await people.listPeople()).filter((each) => each.email === email);
    const [seen] = known.flatMap(await shownTo(deps, actor));
    return {
      ...shownInvitation(link),
      personId: seen?.personId ?? null,
      link: signInLink(requestOrigin(request), token),
    };
  },
});

export const revokeInvitation = defineRoute({
  id: 'revokeInvitation',
  summary: 'Revoke an invitation.',
  method: 'delete',
  path: '/invitations/:invitationId',
  data: invitationSchema.pick({ invitationId: true }).extend({ revoked: always }).meta({ id: 'InvitationRevoked' }),
  async handle({ people }, { params: { invitationId } }) {
    await people.revokeLink(invitationId);
    return { invitationId, revoked: true };
  },
});

/** Returns a function from a person to the part that `actor` may see; empty for people who share no workspace with them. */
async function shownTo({ people, keyStore }: AdminDeps, actor: Actor) {
  await people.flushLastUsed();
  const [workspaces, lastUses] = await Promise.all([keyStore.listWorkspaces(), people.lastUses()]);
  const seen = workspaces.map(({ workspaceId }) => workspaceId).filter((id) => administers(actor, id));
  return (person: PersonRecord) => {
    const roles = seen.flatMap((workspaceId) => {
      const role = ownRoleIn(person, workspaceId);
      return role === undefined ? [] : [{ workspaceId, role }];
    });
    if (roles.length === 0 && !isOwning(actor)) return [];
    const lastUsedAtMs = lastUses.get(person.personId);
    const lastUsedAt = lastUsedAtMs === undefined ? null : iso(lastUsedAtMs);
    return [{ ...shownPerson(person), workspaces: roles, createdAt: iso(person.createdAtMs), lastUsedAt }];
  };
}

/** Throws NOT_FOUND for a person whom the actor may not see. */
function requireSeen(
  all: readonly PersonRecord[],
  personId: string,
  actor: Actor,
  workspaceId: string | undefined,
): void {
  const person = all.find((each) => each.personId === personId);
  const isSeen =
    isOwning(actor) || (workspaceId !== undefined && person && ownRoleIn(person, workspaceId) !== undefined);
  if (!person || !isSeen) throw noSuch('person', personId);
}

function isOwning(actor: Actor): boolean {
  return actor.kind === 'operator' || (actor.kind === 'person' && actor.person.isOwner);
}

/** Returns true if `actor` may manage the workspace; null is the whole installation. */
function administers(actor: Actor, workspaceId: string | null): boolean {
  if (isOwning(actor)) return true;
  return actor.kind === 'person' && workspaceId !== null && roleIn(actor.person, workspaceId) === 'admin';
}
