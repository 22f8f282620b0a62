/** Starts a session: with a one-time link, or with email and password. */
import { verifyPassword } from '@footfall/auth';
import { AppError } from '@footfall/errors';
import type { signInSchema } from '@footfall/schemas';
import type { PersonRecord } from '@footfall/warehouse';
import { parse } from 'bowser';
import type { Request } from 'express';
import type { z } from 'zod';
import type { AdminDeps } from '../admin-deps.ts';
import { isKnownBrowser } from './known-browser.ts';
import { acceptPassword } from './new-password.ts';
import { limitAccount, limitPasswordsFrom } from './sign-in-limits.ts';

const userAgentCharsMax = 512;

type SignIn = z.output<typeof signInSchema>;

interface Started {
  person: PersonRecord;
  /** The token of the session. */
  token: string;
}

/** Starts a session of the person whom the fields of a body sign in. `presentId` is the ID of the person who is already signed in. Rejects with UNAUTHORIZED if the link cannot be used, or the password is wrong or has just been replaced. */
export async function startSession(
  deps: AdminDeps,
  request: Request,
  { token, name, email, password }: SignIn,
  presentId: string | undefined,
): Promise<Started> {
  if (token !== undefined) return startByLink(deps, request, token, { name, email, password }, presentId);
  if (email === undefined || password === undefined) {
    throw new AppError('BAD_REQUEST', 'The body must have a token, or email and password');
  }
  return startByPassword(deps, request, email, password);
}

async function startByLink(
  { people }: AdminDeps,
  request: Request,
  linkToken: string,
  { name, email, password }: Omit<SignIn, 'token'>,
  presentId: string | undefined,
): Promise<Started> {
  // A link that cannot be used is refused before any work on a password.
  await people.getLink(linkToken);
  const profile = { name, email, passwordHash: await acceptPassword(password) };
  return people.redeemLink(linkToken, profile, presentId, clientOf(request));
}

async function startByPassword(deps: AdminDeps, request: Request, email: string, password: string): Promise<Started> {
  const { people } = deps;
  await limitPasswordsFrom(deps, request, email);
  const person = (await people.listPeople()).find((each) => each.email === email);
  const isKnown = isKnownBrowser(request, person, deps.requestOrigin(request));
  if (!isKnown) await limitAccount(deps, email);
  // The response for an unknown account is the same, after the same time.
  const isRight = await verifyPassword(password, person?.passwordHash ?? null, isKnown ? 'known' : 'stranger');
  if (!person || !isRight) throw wrongPassword();
  const { session, token } = await people.startSession(person.personId, clientOf(request));
  // A later change of the password ends this session; an earlier one is found here, without a lock.
  const current = (await people.listPeople()).find(({ personId }) => personId === person.personId);
  if (current?.passwordHash === person.passwordHash) return { person: current, token };
  await people.endSessions([session.sessionId]);
  throw wrongPassword();
}

function wrongPassword(): AppError {
  return new AppError('UNAUTHORIZED', 'Email or password is wrong');
}

/** Returns the browser and system, such as `Firefox on Linux`. */
function clientOf({ headers }: Request): string {
  const userAgent = (headers['user-agent'] ?? '').slice(0, userAgentCharsMax);
  if (userAgent === '') return 'Unknown';
  const { browser, os } = parse(userAgent);
  // The parser returns an empty name for a browser that it does not know.
  return [browser.name || 'Unknown browser', os.name].filter(Boolean).join(' on ');
}
