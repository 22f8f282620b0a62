/** The person who is signed in. */
import type { Me } from '@footfall/schemas';
import { refresh, peek } from './cache.ts';
import { admin } from './api.ts';
import { adminResource, type Resource } from './resource.ts';

const plain = adminResource<Me>('/me');

export const meResource: Resource<Me> = {
  ...plain,
  async load() {
    const dated = await plain.load(true);
    admin.csrfToken = dated.result.csrfToken;
    return dated;
  },
};

// The token of the tab's last page is valid as long as the session, and actions before the response need one.
admin.csrfToken = peek(meResource).last?.result.csrfToken;

/** Reloads the person and their workspaces: after signing in, after a change to a workspace, and when the session has ended. */
export function refreshMe(): Promise<void> {
  return refresh(meResource, 0);
}

// The session may be a new one, because the person has signed in again in another window. If another person has, the change is not theirs.
admin.renew = async (refused) => {
  const personId = () => peek(meResource).last?.result.person.personId;
  const before = personId();
  if (before === undefined) return false;
  await refreshMe();
  return personId() === before && admin.csrfToken !== refused;
};
