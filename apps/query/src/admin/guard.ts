/** Decides whether a caller may use a route of the admin API, by the list in `access.ts`. */
import { noSuch } from '@footfall/auth';
import { AppError } from '@footfall/errors';
import type { Request } from 'express';
import type { Access, Subject } from './access.ts';
import { type Actor, requirePerson } from './actor.ts';
import type { AdminDeps } from './admin-deps.ts';

/** Resolves if `actor` may call the route. Rejects with FORBIDDEN, and with NOT_FOUND for anything in a workspace in which the person has no role: they must not learn whether it exists. */
export async function requireAccess(
  deps: AdminDeps,
  access: Access,
  actor: Actor,
  { params, body }: Request,
): Promise<void> {
  if (access === 'public') return;
  if (actor.kind === 'operator' && access !== 'person') return;
  const { person, roles } = requirePerson(actor);
  if (access === 'person' || access === 'signedIn' || person.isOwner) return;
  if (access === 'owner') throw new AppError('FORBIDDEN', 'Only an owner can do this');
  const { role: needed, subject } = access;
  if (subject === 'any') {
    if ([...roles.values()].some((role) => suffices(role, needed))) return;
    throw new AppError('FORBIDDEN', 'Only an admin of a workspace can do this');
  }
  const named = subject === 'body' ? 'workspace' : subject;
  const id = subject === 'body' ? workspaceIn(body) : String(params[`${subject}Id`] ?? '');
  const workspaceId = await workspaceOf[named](deps, id);
  const role = workspaceId === undefined ? undefined : roles.get(workspaceId);
  if (role === undefined) throw noSuch(named, id);
  if (!suffices(role, needed)) throw new AppError('FORBIDDEN', 'Only an admin of this workspace can do this');
}

function suffices(role: string, needed: string): boolean {
  return role === 'admin' || role === needed;
}

/** Resolves with the ID of the workspace that a subject belongs to; undefined if there is no such subject, or it belongs to none. */
const workspaceOf: Readonly<Record<Subject, (deps: AdminDeps, id: string) => Promise<string | undefined>>> = {
  workspace: (_deps, id) => Promise.resolve(id),
  key: ({ keyStore }, id) => keyStore.workspaceOfKey(id),
  share: async ({ people }, id) => (await people.listShares()).find(({ shareId }) => shareId === id)?.workspaceId,
  annotation: async ({ annotations }, id) => (await annotations.find(id))?.workspaceId,
  invitation: async ({ people }, id) =>
    (await people.listLinks()).find(({ linkId }) => linkId === id)?.workspaceId ?? undefined,
};

/** Returns the workspace that a body names. Throws FORBIDDEN if it names none. */
function workspaceIn(body: unknown): string {
  const { workspaceId } = Object(body);
  if (typeof workspaceId === 'string') return workspaceId;
  throw new AppError('FORBIDDEN', 'Only an owner can do this');
}
