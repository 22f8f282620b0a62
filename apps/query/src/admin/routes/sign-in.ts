/** The admin API of signing in: by a one-time link, or by email and password. */
import { AppError } from '@footfall/errors';
import { issuedLinkSchema, signInLinkInputSchema, signInLinkSchema, signInSchema } from '@footfall/schemas';
import type { PersonRecord } from '@footfall/warehouse';
import { personIdOf } from '../actor.ts';
import { announceChange } from '../announce.ts';
import { noteSignedIn } from '../audit.ts';
import { defineRoute } from '../route.ts';
import { rememberBrowser } from './known-browser.ts';
import { iso, me, shownMe, signInLink } from './shown.ts';
import { startSession } from './start-session.ts';
import { setSessionCookie } from '../../requests/person.ts';

export const signIn = defineRoute({
  id: 'signIn',
  summary: 'Sign in with a link or a password.',
  method: 'post',
  path: '/sessions',
  isSignInAttempt: true,
  body: signInSchema.meta({ id: 'SignIn' }),
  data: me,
  status: 201,
  async handle(deps, { request, response, actor, body }) {
    const { requestOrigin } = deps;
    const present = actor.kind === 'person' ? actor : undefined;
    const { person, token } = await startSession(deps, request, body, present?.person.personId);
    noteSignedIn(response, person.personId);
    // At once, because a link works only once, even if something fails now.
    setSessionCookie(response, token, requestOrigin(request));
    rememberBrowser(response, person, requestOrigin(request));
    // No session known before remains valid.
    if (present) await deps.people.endSessions([present.session.sessionId]);
    await announceChange(deps);
    return shownMe(deps, person, token);
  },
});

export const showLink = defineRoute({
  id: 'showLink',
  summary: 'Show what a one-time link is for.',
  method: 'get',
  path: '/links',
  isSignInAttempt: true,
  header: { name: 'X-Sign-In-Token', description: 'The token of the link.' },
  data: signInLinkSchema.meta({ id: 'Link' }),
  async handle({ people, keyStore }, { request, actor }) {
    const { 'x-sign-in-token': [token = ''] = [] } = request.headersDistinct;
    const { kind, email, name, role, workspaceId, expiresAtMs } = await people.getLink(token);
    const workspace = (await keyStore.listWorkspaces()).find((each) => each.workspaceId === workspaceId);
    return {
      kind,
      email,
      name,
      role,
      workspaceName: workspace?.name ?? null,
      signedIn: actor.kind === 'person' && email !== null && email === actor.person.email,
      expiresAt: iso(expiresAtMs),
    };
  },
});

export const createLink = defineRoute({
  id: 'createLink',
  summary: 'Create a one-time sign-in link.',
  method: 'post',
  path: '/links',
  body: signInLinkInputSchema.meta({ id: 'LinkInput' }),
  data: issuedLinkSchema.meta({ id: 'IssuedLink' }),
  status: 201,
  async handle({ people, requestOrigin }, { request, actor, body: { email } }) {
    const all = await people.listPeople();
    const own = actor.kind === 'person' ? actor.person : all.find(({ isOwner }) => isOwner);
    const person = email === undefined ? own : all.find((each) => each.email === email);
    if (email !== undefined && !person) throw new AppError('NOT_FOUND', 'No such person');
    // The operator of the machine signs in as the first owner.
    const issuedBy = email === undefined ? (person?.personId ?? null) : personIdOf(actor);
    const { link, token } = await people.createLink({ ...linkFor(person), issuedBy });
    return { link: signInLink(requestOrigin(request), token), expiresAt: iso(link.expiresAtMs) };
  },
});

/** Returns a link that signs in `person`, or makes the first owner. */
function linkFor(person: PersonRecord | undefined) {
  if (!person)
    return { kind: 'owner', personId: null, email: null, name: null, role: 'owner', workspaceId: null } as const;
  const { personId, email, name, isOwner } = person;
  return { kind: 'sign-in', personId, email, name, role: isOwner ? 'owner' : 'member', workspaceId: null } as const;
}
