/** Decides whether a caller may use a route of the admin API, by the table in `access.ts`. */
import { type KeyStore, type PeopleStore, roleIn } from '@footfall/auth';
import { AppError } from '@footfall/errors';
import type { AnnotationStore, GoalStore } from '@footfall/warehouse';
import type { Request } from 'express';
import type { Access } from './access.ts';
import type { Actor, PersonActor } from './actor.ts';

interface GuardDeps {
  keyStore: Pick<KeyStore, 'workspaceOfKey'>;
  people: Pick<PeopleStore, 'listShares' | 'listLinks'>;
  goals: Pick<GoalStore, 'find'>;
  annotations: Pick<AnnotationStore, 'find'>;
}

/** Resolves if `actor` may call the route. Rejects with FORBIDDEN, and with NOT_FOUND for anything in a workspace in which the person has no role: they must not learn whether it exists. */
export async function requireAccess(deps: GuardDeps, access: Access, actor: Actor, request: Request): Promise<void> {
  if (access === 'anybody') return;
  if (actor.kind === 'operator') {
    if (access === 'person') throw new AppError('FORBIDDEN', 'Only a person who is signed in may do this');
    return;
  }
  if (actor.kind === 'nobody') throw new AppError('UNAUTHORIZED', 'Sign in first');
  const { person } = actor;
  if (access === 'person' || access === 'somebody' || person.isOwner) return;
  if (access === 'owner') throw new AppError('FORBIDDEN', 'Only an owner may do this');
  const [needed, , subject] = access.split(' ');
  if (subject === 'any') {
    if (rolesOf(actor).some((role) => suffices(role, needed))) return;
    throw new AppError('FORBIDDEN', 'Only an admin of a workspace may do this');
  }
  const { workspaceId, missing } = await workspaceOf(deps, subject, request);
  const role = workspaceId === undefined ? undefined : roleOf(actor, workspaceId);
  if (role === undefined) throw missing;
  if (!suffices(role, needed)) throw new AppError('FORBIDDEN', 'Only an admin of this workspace may do this');
}

function suffices(role: string, needed: string | undefined): boolean {
  return role === 'admin' || role === needed;
}

/** Returns undefined in a workspace that is deleted. */
function roleOf({ person, workspaceIds }: PersonActor, workspaceId: string) {
  return workspaceIds.has(workspaceId) ? roleIn(person, workspaceId) : undefined;
}

function rolesOf(actor: PersonActor): string[] {
  const { adminOf, viewerOf } = actor.person;
  return [...adminOf, ...viewerOf].flatMap((workspaceId) => roleOf(actor, workspaceId) ?? []);
}

/** Returns the workspace that the request is about, and the error for callers who have no role in it. */
async function workspaceOf(
  { keyStore, people, goals, annotations }: GuardDeps,
  subject: string | undefined,
  { params, body }: Request,
): Promise<{ workspaceId: string | undefined; missing: AppError }> {
  const missing = new AppError('NOT_FOUND', `No such ${subject === 'body' ? 'workspace' : subject}`);
  const { workspaceId, keyId = '', shareId, goalId, annotationId, invitationId } = params;
  if (subject === 'workspace') return { workspaceId: text(workspaceId), missing };
  if (subject === 'key') return { workspaceId: await keyStore.workspaceOfKey(text(keyId) ?? ''), missing };
  if (subject === 'share') {
    const share = (await people.listShares()).find((each) => each.shareId === shareId);
    return { workspaceId: share?.workspaceId, missing };
  }
  if (subject === 'goal') {
    return { workspaceId: (await goals.find(text(goalId) ?? ''))?.workspaceId, missing };
  }
  if (subject === 'annotation') {
    return { workspaceId: (await annotations.find(text(annotationId) ?? ''))?.workspaceId, missing };
  }
  if (subject === 'invitation') {
    const link = (await people.listLinks()).find((each) => each.linkId === invitationId);
    return { workspaceId: link?.workspaceId ?? undefined, missing };
  }
  const named = text(Object(body).workspaceId);
  return named === undefined
    ? { workspaceId: undefined, missing: new AppError('FORBIDDEN', 'Only an owner may do this') }
    : { workspaceId: named, missing };
}

const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
