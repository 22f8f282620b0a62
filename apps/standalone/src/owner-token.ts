/** The first start's sign-in link: whoever sees the terminal becomes the owner. */
import type { PeopleStore } from '@footfall/auth';

/** Returns the token of a new link that makes the first owner; undefined if there is an owner already. */
export async function createOwnerToken(
  people: Pick<PeopleStore, 'listPeople' | 'createLink'>,
): Promise<string | undefined> {
  if ((await people.listPeople()).some(({ isOwner }) => isOwner)) return undefined;
  const { token } = await people.createLink({
    kind: 'owner',
    personId: null,
    email: null,
    name: null,
    role: 'owner',
    workspaceId: null,
  });
  return token;
}
