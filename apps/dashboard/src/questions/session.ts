/** Signing in and out. */
import { forgetAnswers } from './answers.ts';
import { admin } from './api.ts';
import { refreshMe } from './me.ts';

export function signIn(how: Readonly<Record<string, string>>): Promise<void> {
  return admin.send('POST', '/sessions', how).then(startOver);
}

export function signOut(): Promise<void> {
  return admin.send('DELETE', '/me/session').then(startOver);
}

/** Forgets everything that the last person was shown, and asks who is signed in now. */
export function startOver(): Promise<void> {
  forgetAnswers();
  return refreshMe();
}
