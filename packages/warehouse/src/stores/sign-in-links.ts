/** One-time links. */
import { generateId, generateToken, hashToken, isWellFormedToken, noSuch } from '@footfall/auth';
import { AppError } from '@footfall/errors';
import { dayMs } from '@footfall/schemas';
import { z } from 'zod';
import type { Table, Warehouse } from '../driver/port.ts';
import { readRows } from '../driver/read-rows.ts';
import { mayIssue, type PersonRow, readPeople } from './people.ts';
import type { StoreBase } from './store-base.ts';
import { bounded, hasNotEnded, momentsTable, optionalText, time } from './stored-values.ts';

/** The lifetime of a sign-in link, made on the server or by the owner. */
const signInLinkMs = dayMs;
const invitationMs = 7 * dayMs;

const storedLink = z.object({
  linkId: z.string(),
  /** SHA-256 in hex. */
  tokenHash: z.string(),
  /** The owner's link creates the first owner, an invitation adds a person with a role, and a sign-in link signs in an existing person. */
  kind: z.enum(['owner', 'invitation', 'sign-in']),
  /** Only for a sign-in link. */
  personId: optionalText,
  email: optionalText,
  name: optionalText,
  role: z.enum(['owner', 'admin', 'viewer', 'member']),
  /** Only for an invitation as admin or viewer. */
  workspaceId: optionalText,
  /** The ID of the person who issued it; null for the admin token, the socket and the first start. */
  issuedBy: optionalText,
  createdAtMs: z.number(),
  expiresAtMs: z.number(),
});
export type LinkRow = z.output<typeof storedLink>;
export type LinkRecord = Omit<LinkRow, 'tokenHash'>;

type NewLink = Pick<LinkRecord, 'kind' | 'personId' | 'email' | 'name' | 'role' | 'workspaceId' | 'issuedBy'>;

export const issuedLinksTable: Table<LinkRow> = {
  name: 'sign_in_links',
  columns: [
    { name: 'link_id', type: 'String', value: (row) => row.linkId },
    { name: 'token_hash', type: 'String', value: (row) => row.tokenHash },
    { name: 'kind', type: 'String', value: (row) => row.kind },
    { name: 'person_id', type: 'String', value: (row) => row.personId ?? '' },
    { name: 'email', type: 'String', value: (row) => row.email ?? '' },
    { name: 'name', type: 'String', value: (row) => row.name ?? '' },
    { name: 'role', type: 'String', value: (row) => row.role },
    { name: 'workspace_id', type: 'String', value: (row) => row.workspaceId ?? '' },
    { name: 'issued_by', type: 'String', value: (row) => row.issuedBy ?? '' },
    { name: 'created_at', type: time, value: (row) => row.createdAtMs },
    { name: 'expires_at', type: time, value: (row) => bounded(row.expiresAtMs) },
  ],
};

/** A link ends when it is used, revoked, or replaced by a newer one, when its issuer could no longer issue it, and, if it signs its issuer in, with their password. */
export const linkEndsTable = momentsTable('sign_in_links', 'link_id', 'ended_at');

/** Selects the links that can still be used at `nowMs`, newest first. Those to a workspace end with it, and those that sign in a person when the person is removed. */
export function readOpenLinks(warehouse: Pick<Warehouse, 'read'>, nowMs: number): Promise<LinkRow[]> {
  return readRows(warehouse, storedLink, {
    sql: `SELECT link_id AS linkId, token_hash AS tokenHash, kind, person_id AS personId, email, name, role,
            workspace_id AS workspaceId, issued_by AS issuedBy, toUnixTimestamp64Milli(created_at) AS createdAtMs,
            toUnixTimestamp64Milli(expires_at) AS expiresAtMs
          FROM sign_in_links FINAL
          WHERE ${hasNotEnded} AND expiresAtMs > {nowMs:Int64}
            AND workspace_id NOT IN (SELECT workspace_id FROM workspace_deletions)
            AND person_id NOT IN (SELECT person_id FROM people FINAL WHERE is_removed)
          ORDER BY created_at DESC, link_id`,
    params: { nowMs },
  });
}

export async function endLinks(
  warehouse: Pick<Warehouse, 'insert'>,
  links: readonly LinkRecord[],
  atMs: number,
): Promise<void> {
  if (links.length === 0) return;
  await warehouse.insert(
    linkEndsTable,
    links.map(({ linkId }) => ({ id: linkId, atMs })),
  );
}

export function signInLinksIn({ warehouse, now, change }: StoreBase) {
  const openLinks = () => readOpenLinks(warehouse, now());
  const end = (links: readonly LinkRecord[]) => endLinks(warehouse, links, now());

  return {
    /** Creates a link and its token, which is returned only once. A new owner's link replaces an earlier one, and an invitation the open one of the same address to the same workspace. Rejects with FORBIDDEN if the issuer has just lost the right to it. */
    createLink: (input: NewLink): Promise<{ link: LinkRecord; token: string }> =>
      change(async () => {
        requireIssuer(await readPeople(warehouse), input);
        if (input.kind !== 'sign-in') {
          await end((await openLinks()).filter((link) => isReplacedBy(link, input)));
        }
        const token = generateToken();
        const createdAtMs = now();
        const expiresAtMs = createdAtMs + (input.kind === 'invitation' ? invitationMs : signInLinkMs);
        const link = { ...input, linkId: generateId('lnk'), createdAtMs, expiresAtMs };
        await warehouse.insert(issuedLinksTable, [{ ...link, tokenHash: hashToken(token) }]);
        return { link, token };
      }),
    /** Resolves with the link of a token. Rejects with UNAUTHORIZED if it is malformed, unknown, used, revoked or expired. */
    async getLink(token: string): Promise<LinkRecord> {
      // A malformed token must not cost a read.
      if (!isWellFormedToken(token)) throw unusable();
      return toRecord(linkOf(await openLinks(), token));
    },
    /** Lists the links that can still be used, newest first. */
    async listLinks(): Promise<LinkRecord[]> {
      return (await openLinks()).map(toRecord);
    },
    revokeLink: (linkId: string): Promise<void> =>
      // With `change`, so that a link is not revoked while it is redeemed.
      change(async () => {
        const link = (await openLinks()).find((each) => each.linkId === linkId);
        if (!link) throw noSuch('invitation', linkId);
        await end([link]);
      }),
  };
}

/** Throws UNAUTHORIZED if none of the links has the token. */
export function linkOf(links: readonly LinkRow[], token: string): LinkRow {
  const tokenHash = hashToken(token);
  const found = links.find((link) => link.tokenHash === tokenHash);
  if (!found) throw unusable();
  return found;
}

/** A session can be valid for seconds after its person has lost a role; a link would be valid for days. */
function requireIssuer(people: readonly PersonRow[], { issuedBy, workspaceId }: NewLink): void {
  const issuer = people.find(({ personId }) => personId === issuedBy);
  if (issuedBy === null || (issuer && mayIssue(issuer, workspaceId))) return;
  throw new AppError('FORBIDDEN', 'Only an owner or an admin of the workspace can do this');
}

/** True if both links create the first owner, or invite the same address to the same workspace: only the newer one remains open. */
function isReplacedBy(link: LinkRow, { kind, email, workspaceId }: NewLink): boolean {
  return link.kind === kind && link.email === email && link.workspaceId === workspaceId;
}

/** Returns true for a link that a person has issued to sign themselves in. */
export function isSelfIssued({ kind, personId, issuedBy }: LinkRow): boolean {
  return kind === 'sign-in' && personId === issuedBy;
}

export function unusable(): AppError {
  const reasons = 'it was already used, replaced or revoked, has expired, or never existed';
  return new AppError('UNAUTHORIZED', `This link cannot be used: ${reasons}`);
}

function toRecord({ tokenHash: _tokenHash, ...link }: LinkRow) {
  return link;
}
