/** Signing in and out. */
import { forgetAnswers } from './answers.ts';
import { admin } from './api.ts';
import { refreshMe } from './me.ts';

export async function signIn(how: Readonly<Record<string, string>>): Promise<void> {
  await admin.send('POST', '/sessions', how);
  forgetAnswers();
  await refreshMe();
}

export async function signOut(): Promise<void> {
  await admin.send('DELETE', '/me/session');
  await signedOut();
}

/** Forgets everything that the person was shown. */
export async function signedOut(): Promise<void> {
  forgetAnswers();
  await refreshMe();
}
