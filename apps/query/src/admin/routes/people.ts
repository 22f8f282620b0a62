/** The admin API of people, their roles and invitations. */
import { type PersonRecord, roleIn } from '@footfall/auth';
import { AppError } from '@footfall/errors';
import { invitationInputSchema, roleInputSchema } from '@footfall/schemas';
import type { Actor } from '../actor.ts';
import type { AdminDeps } from '../admin-deps.ts';
import { readBody } from './input.ts';
import { announceChange } from './announce.ts';
import type { Handlers } from '../route.ts';
import { shownInvitation, shownPerson, signInLink } from './shown.ts';

export function peopleRoutes(deps: AdminDeps) {
  const { people, sessions, keyStore, requestOrigin } = deps;
  /** Returns a function from a person to the part that `actor` may see; empty for people who share no workspace with them. */
  const shownTo = async (actor: Actor) => {
    await sessions.flushLastUsed();
    const [workspaces, open] = await Promise.all([keyStore.listWorkspaces(), people.listSessions()]);
    const seen = workspaces.map(({ workspaceId }) => workspaceId).filter((id) => administers(actor, id));
    return (person: PersonRecord) => {
      const roles = seen.flatMap((workspaceId) => {
        const role = ownRole(person, workspaceId);
        return role === undefined ? [] : [{ workspaceId, role }];
      });
      if (roles.length === 0 && !isOwning(actor)) return [];
      const uses = open.filter(({ personId }) => personId === person.personId).map((each) => each.lastUsedAtMs);
      const lastUsedAt = uses.length === 0 ? null : new Date(Math.max(...uses)).toISOString();
      const createdAt = new Date(person.createdAtMs).toISOString();
      return [{ ...shownPerson(person), workspaces: roles, createdAt, lastUsedAt }];
    };
  };

  return {
    async 'GET /people'({ actor }) {
      return { data: (await people.listPeople()).flatMap(await shownTo(actor)) };
    },
    async 'PATCH /people/:personId'({ request, actor, id }) {
      const personId = id('personId');
      const { role, workspaceId } = readBody(roleInputSchema, request);
      if (workspaceId !== undefined) await keyStore.getWorkspace(workspaceId);
      await requireSeen(await people.listPeople(), personId, actor, workspaceId);
      const person =
        workspaceId === undefined
          ? await people.setOwner(personId, role === 'owner')
          : await people.setRole(personId, workspaceId, role === 'admin' || role === 'viewer' ? role : null);
      await announceChange(deps);
      return { data: (await shownTo(actor))(person)[0] ?? shownPerson(person) };
    },
    async 'DELETE /people/:personId'({ id }) {
      const personId = id('personId');
      await people.removePerson(personId);
      await announceChange(deps);
      return { data: { personId, removed: true } };
    },
    async 'GET /invitations'({ actor }) {
      const invitations = (await people.listLinks()).filter(({ kind }) => kind === 'invitation');
      const seen = invitations.filter(({ workspaceId }) => administers(actor, workspaceId));
      return { data: seen.map(shownInvitation) };
    },
    async 'POST /invitations'({ request }) {
      const { email, name = null, role, workspaceId = null } = readBody(invitationInputSchema, request);
      if (workspaceId !== null) await keyStore.getWorkspace(workspaceId);
      const invitation = { kind: 'invitation', personId: null, email, name, role, workspaceId } as const;
      const { link, token } = await people.createLink(invitation);
      return { status: 201, data: { ...shownInvitation(link), link: signInLink(requestOrigin(request), token) } };
    },
    async 'DELETE /invitations/:invitationId'({ id }) {
      const invitationId = id('invitationId');
      await people.revokeLink(invitationId);
      return { data: { invitationId, revoked: true } };
    },
  } satisfies Partial<Handlers>;
}

/** Rejects with NOT_FOUND for a person whom the actor may not see. */
async function requireSeen(
  all: readonly PersonRecord[],
  personId: string,
  actor: Actor,
  workspaceId: string | undefined,
): Promise<void> {
  const person = all.find((each) => each.personId === personId);
  const isSeen = isOwning(actor) || (workspaceId !== undefined && person && ownRole(person, workspaceId) !== undefined);
  if (!person || !isSeen) throw new AppError('NOT_FOUND', 'No such person');
}

/** The role that a person has in the workspace itself; an owner need not have one. */
const ownRole = (person: PersonRecord, workspaceId: string) => roleIn({ ...person, isOwner: false }, workspaceId);

function isOwning(actor: Actor): boolean {
  return actor.kind === 'operator' || (actor.kind === 'person' && actor.person.isOwner);
}

/** Null stands for the whole installation. */
function administers(actor: Actor, workspaceId: string | null): boolean {
  if (isOwning(actor)) return true;
  return actor.kind === 'person' && workspaceId !== null && roleIn(actor.person, workspaceId) === 'admin';
}
