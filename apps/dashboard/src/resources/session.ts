/** Signing in and out. */
import { clearCache } from './cache.ts';
import { admin } from './api.ts';
import { refreshMe } from './me.ts';

export function signIn(how: Readonly<Record<string, string>>): Promise<void> {
  return admin.send('POST', '/sessions', how).then(startOver);
}

export function signOut(): Promise<void> {
  return admin.send('DELETE', '/me/session').then(startOver);
}

/** Clears all results of the last person, and requests the person who is signed in now. */
export function startOver(): Promise<void> {
  clearCache();
  return refreshMe();
}
