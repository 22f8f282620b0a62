/** The admin API of shares and of their visitors. */
import {
  issueGrant,
  isWellFormedToken,
  hashPassword,
  shareGrantMs,
  type ShareRecord,
  verifyPassword,
} from '@footfall/auth';
import { AppError } from '@footfall/errors';
import { shareInputSchema, shareVisitSchema } from '@footfall/schemas';
import { readFilter } from '@footfall/warehouse';
import type { Request } from 'express';
import type { AdminDeps } from '../admin-deps.ts';
import { readBody, requireFuture } from './input.ts';
import { announceChange } from './announce.ts';
import type { Handlers } from '../route.ts';
import { shownShare } from './shown.ts';
import { limitAccount, limitAddress, limitPasswordsFrom } from './sign-in-limits.ts';

export function shareRoutes(deps: AdminDeps) {
  const { people, keyStore, goals, requestOrigin, now } = deps;
  return {
    async 'GET /workspaces/:workspaceId/shares'({ request, id }) {
      const { workspaceId } = await keyStore.getWorkspace(id('workspaceId'));
      const shares = (await people.listShares()).filter((share) => share.workspaceId === workspaceId);
      return { data: shares.map((share) => shownShare(share, requestOrigin(request))) };
    },
    async 'POST /workspaces/:workspaceId/shares'({ request, id }) {
      const {
        name = '',
        password,
        filters = [],
        expiresAt,
      } = requireFuture(readBody(shareInputSchema, request), now());
      const { workspaceId } = await keyStore.getWorkspace(id('workspaceId'));
      const known = await goals.listOf(workspaceId);
      for (const filter of filters) readFilter('filters', filter, known);
      const passwordHash = password === undefined ? null : await hashPassword(password);
      const expiresAtMs = typeof expiresAt === 'string' ? Date.parse(expiresAt) : null;
      const share = await people.createShare({
        workspaceId,
        name,
        passwordHash,
        filters: [...new Set(filters)].toSorted(),
        expiresAtMs,
      });
      await announceChange(deps);
      return { status: 201, data: shownShare(share, requestOrigin(request)) };
    },
    async 'DELETE /shares/:shareId'({ id }) {
      const shareId = id('shareId');
      await people.revokeShare(shareId);
      await announceChange(deps);
      return { data: { shareId, revoked: true } };
    },
    async 'POST /share-visits'({ request }) {
      const { token, password } = readBody(shareVisitSchema, request);
      const share = isWellFormedToken(token) ? await people.findShareByToken(token) : undefined;
      if (!share) {
        await limitAddress(deps, request);
        throw new AppError('UNAUTHORIZED', 'This share does not exist, has expired, or was revoked');
      }
      await requirePassword(deps, request, share, password);
      const { workspaceId, name, timezone } = await keyStore.getWorkspace(share.workspaceId);
      const expiresAtMs = Math.min(now() + shareGrantMs, share.expiresAtMs ?? Infinity);
      return {
        status: 201,
        data: {
          workspace: { workspaceId, name, timezone },
          filters: share.filters,
          grant: issueGrant(share, expiresAtMs),
          expiresAt: new Date(expiresAtMs).toISOString(),
        },
      };
    },
  } satisfies Partial<Handlers>;
}

/** Rejects with FORBIDDEN unless `given` is the password of the share, or it has none. */
async function requirePassword(
  deps: AdminDeps,
  request: Request,
  share: ShareRecord,
  given: string | undefined,
): Promise<void> {
  if (share.passwordHash === null) return;
  if (given === undefined) throw new AppError('FORBIDDEN', 'This share has a password');
  await limitPasswordsFrom(deps, request, share.shareId);
  await limitAccount(deps, share.shareId);
  if (await verifyPassword(given, share.passwordHash)) return;
  throw new AppError('FORBIDDEN', 'The password is wrong');
}
