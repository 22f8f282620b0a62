/** The people who may issue a link, and the ways in which links end before they expire. */
import type { Warehouse } from '../driver/port.ts';
import type { PersonRow } from '../schema/tables/people.ts';
import { linkEndsTable, type LinkRecord } from '../schema/tables/sign-in-links.ts';

/** Returns true if a person may issue links to a workspace; null stands for the whole installation. */
export function mayIssue({ isRemoved, isOwner, adminOf }: PersonRow, workspaceId: string | null): boolean {
  return !isRemoved && (isOwner || (workspaceId !== null && adminOf.includes(workspaceId)));
}

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
