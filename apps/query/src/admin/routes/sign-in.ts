/** The admin API of signing in: by a one-time link, or by email and password. */
import { verifyPassword } from '@footfall/auth';
import { AppError } from '@footfall/errors';
import { issuedLinkSchema, signInLinkInputSchema, signInLinkSchema, signInSchema } from '@footfall/schemas';
import type { PersonRecord, SessionRecord } from '@footfall/warehouse';
import { parse } from 'bowser';
import type { Request } from 'express';
import type { z } from 'zod';
import { type PersonActor, personIdOf } from '../actor.ts';
import type { AdminDeps } from '../admin-deps.ts';
import { announceChange } from '../announce.ts';
import { noteSignedIn } from '../audit.ts';
import { defineRoute } from '../route.ts';
import { isKnownBrowser, rememberBrowser } from './known-browser.ts';
import { acceptPassword } from './new-password.ts';
import { iso, me, shownMe, signInLink } from './shown.ts';
import { limitAccount, limitPasswordsFrom } from './sign-in-limits.ts';
import { setSessionCookie } from '../../requests/person.ts';

const userAgentCharsMax = 512;

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
    const person = await identified(deps, request, body, present);
    const token = await startSession(deps, person, request, present?.session);
    setSessionCookie(response, token, requestOrigin(request));
    rememberBrowser(response, person, requestOrigin(request));
    noteSignedIn(response, person.personId);
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

/** Returns the person whom the fields of a body sign in. */
async function identified(
  deps: AdminDeps,
  request: Request,
  { token, name, email, password }: z.output<typeof signInSchema>,
  present: PersonActor | undefined,
): Promise<PersonRecord> {
  if (token !== undefined) {
    // A link that cannot be used is refused before any work on a password.
    await deps.people.getLink(token);
    const profile = { name, email, passwordHash: await acceptPassword(password) };
    return deps.people.redeemLink(token, profile, present?.person.personId);
  }
  if (email === undefined || password === undefined) {
    throw new AppError('BAD_REQUEST', 'The body must have a token, or email and password');
  }
  await limitPasswordsFrom(deps, request, email);
  const person = (await deps.people.listPeople()).find((each) => each.email === email);
  const isKnown = isKnownBrowser(request, person, deps.requestOrigin(request));
  if (!isKnown) await limitAccount(deps, email);
  // The response for an unknown account is the same, after the same time.
  const isRight = await verifyPassword(password, person?.passwordHash ?? null, isKnown ? 'known' : 'stranger');
  if (!person || !isRight) throw new AppError('UNAUTHORIZED', 'Email or password is wrong');
  return person;
}

/** Starts a session and ends the one that it replaces, so that no session known before remains valid. */
async function startSession(
  deps: AdminDeps,
  { personId }: PersonRecord,
  request: Request,
  replaced: SessionRecord | undefined,
): Promise<string> {
  const { token } = await deps.people.startSession(personId, clientOf(request));
  if (replaced) await deps.people.endSessions([replaced.sessionId]);
  await announceChange(deps);
  return token;
}

/** Returns the browser and system, such as `Firefox on Linux`. */
function clientOf({ headers }: Request): string {
  const userAgent = (headers['user-agent'] ?? '').slice(0, userAgentCharsMax);
  if (userAgent === '') return 'Unknown';
  const { browser, os } = parse(userAgent);
  return [browser.name ?? 'Unknown browser', os.name].filter(Boolean).join(' on ');
}
