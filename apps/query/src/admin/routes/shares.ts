/** The admin API of shares and of their visitors. */
import { hashPassword, issueGrant, isWellFormedToken, shareGrantMs, verifyPassword } from '@footfall/auth';
import { AppError } from '@footfall/errors';
import { overLimit } from '@footfall/http';
import { always, openedShareSchema, shareInputSchema, shareSchema, shareVisitSchema } from '@footfall/schemas';
import { readFilter, type ShareRecord } from '@footfall/warehouse';
import type { Request } from 'express';
import { z } from 'zod';
import type { AdminDeps } from '../admin-deps.ts';
import { defineRoute } from '../route.ts';
import { requireFuture } from './require-future.ts';
import { iso, shownShare } from './shown.ts';
import { limitAccount, limitPasswordsFrom } from './sign-in-limits.ts';
import { consumeShare } from '../../requests/share-limit.ts';

export const listShares = defineRoute({
  id: 'listShares',
  summary: 'List the shares of a workspace.',
  method: 'get',
  path: '/workspaces/:workspaceId/shares',
  data: z.array(shareSchema).meta({ id: 'Shares' }),
  async handle({ people, requestOrigin }, { request, params: { workspaceId } }) {
    const shares = (await people.listShares()).filter((share) => share.workspaceId === workspaceId);
    return shares.map((share) => shownShare(share, requestOrigin(request)));
  },
});

export const createShare = defineRoute({
  id: 'createShare',
  summary: 'Share a workspace with a link.',
  method: 'post',
  path: '/workspaces/:workspaceId/shares',
  body: shareInputSchema.meta({ id: 'ShareInput' }),
  data: shareSchema.meta({ id: 'Share' }),
  status: 201,
  async handle({ people, goals, requestOrigin, now }, { request, params: { workspaceId }, body }) {
    const { name, password, filters = [], expiresAt } = body;
    requireFuture(expiresAt, now());
    const known = await goals.listOf(workspaceId);
    for (const filter of filters) readFilter('filters', filter, known);
    const share = await people.createShare({
      workspaceId,
      name: name ?? '',
      passwordHash: password === undefined ? null : await hashPassword(password),
      filters: [...new Set(filters)].toSorted(),
      expiresAtMs: typeof expiresAt === 'string' ? Date.parse(expiresAt) : null,
    });
    return shownShare(share, requestOrigin(request));
  },
});

export const revokeShare = defineRoute({
  id: 'revokeShare',
  summary: 'Revoke a share.',
  method: 'delete',
  path: '/shares/:shareId',
  data: shareSchema.pick({ shareId: true }).extend({ revoked: always }).meta({ id: 'ShareRevoked' }),
  async handle({ people }, { params: { shareId } }) {
    await people.revokeShare(shareId);
    return { shareId, revoked: true };
  },
});

export const openShare = defineRoute({
  id: 'openShare',
  summary: 'Open a share.',
  method: 'post',
  path: '/share-visits',
  body: shareVisitSchema.meta({ id: 'ShareVisit' }),
  data: openedShareSchema.meta({ id: 'ShareOpened' }),
  status: 201,
  async handle(deps, { request, body: { token, password } }) {
    const share = isWellFormedToken(token) ? await deps.people.findShare(token) : undefined;
    // Not as an attempt to sign in: a token cannot be guessed, and pages may embed a share that has ended.
    await limitVisits(deps, request, share?.shareId ?? 'unknown');
    if (!share) throw new AppError('UNAUTHORIZED', 'This share does not exist, has expired, or was revoked');
    await requirePassword(deps, request, share, password);
    const { workspaceId, name, timezone } = await deps.keyStore.getWorkspace(share.workspaceId);
    const expiresAtMs = Math.min(deps.now() + shareGrantMs, share.expiresAtMs ?? Infinity);
    return {
      workspace: { workspaceId, name, timezone },
      filters: share.filters,
      grant: issueGrant(share, expiresAtMs),
      expiresAt: iso(expiresAtMs),
    };
  },
});

/** Rejects with RATE_LIMIT if the address has sent too many requests on the share. */
async function limitVisits(
  { limits, clientAddress, now }: AdminDeps,
  request: Request,
  shareId: string,
): Promise<void> {
  const { allowed, resetAtMs } = await consumeShare(limits, shareId, clientAddress(request));
  if (!allowed) throw overLimit(resetAtMs, now());
}

/** Rejects with FORBIDDEN unless `given` is the password of the share, or it has none. */
async function requirePassword(
  deps: AdminDeps,
  request: Request,
  share: ShareRecord,
  given: string | undefined,
): Promise<void> {
  if (share.passwordHash === null) return;
  if (given === undefined) throw new AppError('FORBIDDEN', 'This share requires a password');
  await limitPasswordsFrom(deps, request, share.shareId);
  await limitAccount(deps, share.shareId);
  if (await verifyPassword(given, share.passwordHash)) return;
  throw new AppError('FORBIDDEN', 'The password is wrong');
}
