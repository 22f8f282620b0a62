/** The admin API of the signed-in person: profile and sessions. */
import { type PersonRecord, verifyPassword } from '@footfall/auth';
import { AppError } from '@footfall/errors';
import { profilePatchSchema } from '@footfall/schemas';
import type { Actor, PersonActor } from '../actor.ts';
import type { AdminDeps } from '../admin-deps.ts';
import { readBody } from './input.ts';
import { announceChange } from './announce.ts';
import { rememberBrowser } from './known-browser.ts';
import { acceptPassword } from './new-password.ts';
import type { Handlers } from '../route.ts';
import { shownMe, shownSession } from './shown.ts';
import { limitOwnPasswords } from './sign-in-limits.ts';
import { clearSessionCookie, setSessionCookie } from '../../requests/session-cookie.ts';

export function meRoutes(deps: AdminDeps) {
  const { people, sessions, requestOrigin } = deps;
  const ownSessions = async ({ person }: PersonActor) =>
    (await people.listSessions()).filter(({ personId }) => personId === person.personId);
  const end = async (sessionIds: readonly string[]) => {
    await people.endSessions(sessionIds);
    await announceChange(deps);
    return { data: { ended: sessionIds.length } };
  };

  return {
    async 'GET /me'({ request, response, actor }) {
      const { person, token } = self(actor);
      // The cookie lives as long as the session, which this use extends.
      setSessionCookie(response, token, requestOrigin(request));
      return { data: await shownMe(deps, person, token) };
    },
    async 'PATCH /me'({ request, response, actor }) {
      const me = self(actor);
      const { name, email, password, currentPassword } = readBody(profilePatchSchema, request);
      if (email !== undefined || password !== undefined) await requirePassword(deps, me.person, currentPassword);
      const passwordHash = await acceptPassword(password);
      const person = await people.updatePerson(me.person.personId, { name, email, passwordHash });
      if (passwordHash !== undefined) {
        rememberBrowser(response, person, requestOrigin(request));
        const others = (await ownSessions(me)).filter(({ sessionId }) => sessionId !== me.session.sessionId);
        await people.endSessions(others.map(({ sessionId }) => sessionId));
      }
      await announceChange(deps);
      return { data: await shownMe(deps, person, me.token) };
    },
    async 'DELETE /me/session'({ request, response, actor }) {
      clearSessionCookie(response, requestOrigin(request));
      return end([self(actor).session.sessionId]);
    },
    async 'GET /me/sessions'({ actor }) {
      const me = self(actor);
      // Otherwise only this process would know of a use in the last seconds.
      await sessions.flushLastUsed();
      return { data: (await ownSessions(me)).map((session) => shownSession(session, me.session.sessionId)) };
    },
    async 'DELETE /me/sessions'({ request, response, actor }) {
      clearSessionCookie(response, requestOrigin(request));
      return end((await ownSessions(self(actor))).map(({ sessionId }) => sessionId));
    },
    async 'DELETE /me/sessions/:sessionId'({ actor, id }) {
      const sessionId = id('sessionId');
      const isOwn = (await ownSessions(self(actor))).some((session) => session.sessionId === sessionId);
      if (!isOwn) throw new AppError('NOT_FOUND', 'No such session');
      return end([sessionId]);
    },
  } satisfies Partial<Handlers>;
}

function self(actor: Actor): PersonActor {
  if (actor.kind === 'person') return actor;
  throw new AppError('FORBIDDEN', 'Only a person who is signed in may do this');
}

/** Rejects with FORBIDDEN unless `given` is the password of the account, or it has none. */
async function requirePassword(deps: AdminDeps, person: PersonRecord, given: string | undefined): Promise<void> {
  if (person.passwordHash === null) return;
  await limitOwnPasswords(deps, person.personId);
  if (given !== undefined && (await verifyPassword(given, person.passwordHash, 'known'))) return;
  throw new AppError('FORBIDDEN', 'currentPassword must be your password');
}
