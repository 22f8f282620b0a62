/** How one-time links end before they expire. */
import type { Warehouse } from '../driver/port.ts';
import { linkEndsTable, type LinkRecord, readOpenLinks } from '../schema/tables/sign-in-links.ts';
import type { PeopleBase } from './access-contents.ts';

export async function endLinks(
  warehouse: Pick<Warehouse, 'insert'>,
  links: readonly LinkRecord[],
  endedAtMs: number,
): Promise<void> {
  if (links.length === 0) return;
  await warehouse.insert(
    linkEndsTable,
    links.map(({ linkId }) => ({ linkId, endedAtMs })),
  );
}

/** Ends the open invitations of an address, or only those to one workspace: they could give back a role that was taken away. */
export async function revokeInvitations(
  { warehouse, now }: PeopleBase,
  email: string | null,
  workspaceId?: string,
): Promise<void> {
  const links = await readOpenLinks(warehouse, now());
  const invitations = links.filter((link) => link.kind === 'invitation' && link.email === email);
  const revoked = invitations.filter((link) => workspaceId === undefined || link.workspaceId === workspaceId);
  await endLinks(warehouse, revoked, now());
}
