/** People, sessions, links and shares as the admin API shows them: without hashes and secrets. */
import { csrfTokenOf } from '@footfall/auth';
import { version } from '@footfall/process';
import { type Invitation, meSchema, type Person, type Share } from '@footfall/schemas';
import { type LinkRecord, type PersonRecord, roleIn, type SessionRecord, type ShareRecord } from '@footfall/warehouse';
import type { AdminDeps } from '../admin-deps.ts';

/** The schema of `shownMe`. */
export const me = meSchema.meta({ id: 'Me' });

export const iso = (epochMs: number) => new Date(epochMs).toISOString();
const isoOrNull = (epochMs: number | null) => (epochMs === null ? null : iso(epochMs));

export function shownPerson({ personId, email, name, isOwner, passwordHash }: PersonRecord): Person {
  return { personId, email, name, role: isOwner ? 'owner' : 'member', hasPassword: passwordHash !== null };
}

export function shownSession({ sessionId, client, createdAtMs, lastUsedAtMs }: SessionRecord, currentId: string) {
  return {
    sessionId,
    current: sessionId === currentId,
    client,
    createdAt: iso(createdAtMs),
    lastUsedAt: iso(lastUsedAtMs),
  };
}

export function shownInvitation(link: LinkRecord): Invitation {
  const { linkId, email, name, role, workspaceId, issuedBy, createdAtMs, expiresAtMs } = link;
  return {
    invitationId: linkId,
    email,
    name,
    role,
    workspaceId,
    issuedBy,
    createdAt: iso(createdAtMs),
    expiresAt: iso(expiresAtMs),
  };
}

/** Returns a share as the admin API shows it. `origin` is that of the request. */
export function shownShare(share: ShareRecord, origin: string): Share {
  const { shareId, workspaceId, name, passwordHash, filters, createdAtMs, expiresAtMs, token } = share;
  return {
    shareId,
    workspaceId,
    name,
    hasPassword: passwordHash !== null,
    filters,
    createdAt: iso(createdAtMs),
    expiresAt: isoOrNull(expiresAtMs),
    url: `${origin}/share/${token}`,
  };
}

/** Returns the data that the dashboard starts with; `token` is the session's. */
export async function shownMe({ keyStore, ingestUrl }: AdminDeps, person: PersonRecord, token: string) {
  const workspaces = (await keyStore.listWorkspaces()).flatMap(({ workspaceId, name, domain, timezone }) => {
    const role = roleIn(person, workspaceId);
    return role === undefined ? [] : [{ workspaceId, name, domain, timezone, role }];
  });
  return {
    person: shownPerson(person),
    csrfToken: csrfTokenOf(token),
    workspaces,
    instance: { version, ingestUrl },
  };
}

/** Returns the link that carries a token: in the fragment, so that no log and no preview of the link contains it. */
export function signInLink(origin: string, token: string): string {
  return `${origin}/sign-in#${token}`;
}
