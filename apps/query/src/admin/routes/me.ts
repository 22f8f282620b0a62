/** The admin API of the signed-in person: profile and sessions. */
import { noSuch, verifyPassword } from '@footfall/auth';
import { AppError } from '@footfall/errors';
import { profilePatchSchema, sessionSchema } from '@footfall/schemas';
import type { PersonRecord, SessionRecord } from '@footfall/warehouse';
import { z } from 'zod';
import { type PersonActor, requirePerson } from '../actor.ts';
import type { AdminDeps } from '../admin-deps.ts';
import { defineRoute } from '../route.ts';
import { rememberBrowser } from './known-browser.ts';
import { acceptPassword } from './new-password.ts';
import { me, shownMe, shownSession } from './shown.ts';
import { limitOwnPasswords } from './sign-in-limits.ts';
import { clearSessionCookie, setSessionCookie } from '../../requests/person.ts';

const sessionsEnded = z
  .strictObject({ ended: z.int().describe('Number of sessions that were ended.') })
  .meta({ id: 'SessionsEnded' });

export const showMe = defineRoute({
  id: 'showMe',
  summary: 'Show the person who is signed in.',
  method: 'get',
  path: '/me',
  data: me,
  async handle(deps, { request, response, actor }) {
    const { person, token } = requirePerson(actor);
    // The cookie lives as long as the session, which this use extends.
    setSessionCookie(response, token, deps.requestOrigin(request));
    return shownMe(deps, person, token);
  },
});

export const changeMe = defineRoute({
  id: 'changeMe',
  summary: 'Change name, email or password.',
  method: 'patch',
  path: '/me',
  body: profilePatchSchema.meta({ id: 'ProfilePatch' }),
  data: me,
  async handle(deps, { request, response, actor, body }) {
    const { people, requestOrigin } = deps;
    const { name, email, password, currentPassword } = body;
    const caller = requirePerson(actor);
    requireMayTake(caller.person, email);
    if (email !== undefined || password !== undefined) await requirePassword(deps, caller.person, currentPassword);
    const passwordHash = await acceptPassword(password);
    const person = await people.updatePerson(caller.person.personId, { name, email, passwordHash }, caller.session);
    if (passwordHash !== undefined) rememberBrowser(response, person, requestOrigin(request));
    return shownMe(deps, person, caller.token);
  },
});

export const signOut = defineRoute({
  id: 'signOut',
  summary: 'Sign out.',
  method: 'delete',
  path: '/me/session',
  data: sessionsEnded,
  async handle(deps, { request, response, actor }) {
    const ended = await end(deps, [requirePerson(actor).session]);
    clearSessionCookie(response, deps.requestOrigin(request));
    return ended;
  },
});

export const listSessions = defineRoute({
  id: 'listSessions',
  summary: 'List the browsers that are signed in.',
  method: 'get',
  path: '/me/sessions',
  data: z.array(sessionSchema).meta({ id: 'Sessions' }),
  async handle(deps, { actor }) {
    const caller = requirePerson(actor);
    // Stores recent uses first, because the list is read from the store.
    await deps.people.flushLastUsed();
    return (await sessionsOf(deps, caller)).map((session) => shownSession(session, caller.session.sessionId));
  },
});

export const endSessions = defineRoute({
  id: 'endSessions',
  summary: 'Sign out everywhere.',
  method: 'delete',
  path: '/me/sessions',
  data: sessionsEnded,
  async handle(deps, { request, response, actor }) {
    const ended = await end(deps, await sessionsOf(deps, requirePerson(actor)));
    clearSessionCookie(response, deps.requestOrigin(request));
    return ended;
  },
});

export const endSession = defineRoute({
  id: 'endSession',
  summary: 'Sign out in one browser.',
  method: 'delete',
  path: '/me/sessions/:sessionId',
  data: sessionsEnded,
  async handle(deps, { actor, params }) {
    const session = (await sessionsOf(deps, requirePerson(actor))).find(
      ({ sessionId }) => sessionId === params.sessionId,
    );
    if (!session) throw noSuch('session', params.sessionId);
    return end(deps, [session]);
  },
});

async function sessionsOf({ people }: AdminDeps, { person }: PersonActor): Promise<SessionRecord[]> {
  return (await people.listSessions()).filter(({ personId }) => personId === person.personId);
}

async function end(deps: AdminDeps, ended: readonly SessionRecord[]): Promise<z.input<typeof sessionsEnded>> {
  await deps.people.endSessions(ended.map(({ sessionId }) => sessionId));
  return { ended: ended.length };
}

/** Throws FORBIDDEN for a new email address of a person who is not an owner: nothing verifies it, and a later invitation of its owner would reach them. */
function requireMayTake(person: PersonRecord, email: string | undefined): void {
  if (email === undefined || email === person.email || person.isOwner) return;
  throw new AppError('FORBIDDEN', 'Only an owner can change the email address of an account');
}

/** Rejects with FORBIDDEN unless `given` is the password of the account, or it has none. */
async function requirePassword(deps: AdminDeps, person: PersonRecord, given: string | undefined): Promise<void> {
  if (person.passwordHash === null) return;
  await limitOwnPasswords(deps, person.personId);
  if (given !== undefined && (await verifyPassword(given, person.passwordHash, 'known'))) return;
  throw new AppError('FORBIDDEN', 'currentPassword must be your password');
}
