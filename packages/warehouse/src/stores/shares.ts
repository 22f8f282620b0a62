/** Shares in the warehouse. */
import { generateId, generateToken } from '@footfall/auth';
import { AppError } from '@footfall/errors';
import { issuedSharesTable, readShares, shareEndsTable, type ShareRecord } from '../schema/tables/shares.ts';
import type { PeopleBase } from './access-contents.ts';

export function sharesIn({ warehouse, now, snapshot, append }: PeopleBase) {
  return {
    /** Resolves with undefined if unknown, revoked or expired, or if its workspace is deleted. */
    findShare: async (idOrToken: string): Promise<ShareRecord | undefined> =>
      snapshot.find(({ shares }) => {
        const share = shares.get(idOrToken);
        return share && (share.expiresAtMs === null || share.expiresAtMs > now()) ? share : undefined;
      }),
    async createShare(
      input: Pick<ShareRecord, 'workspaceId' | 'name' | 'passwordHash' | 'filters' | 'expiresAtMs'>,
    ): Promise<ShareRecord> {
      const share: ShareRecord = {
        ...input,
        shareId: generateId('shr'),
        token: generateToken(),
        secret: generateToken(),
        createdAtMs: now(),
      };
      await append(issuedSharesTable, [share]);
      return share;
    },
    /** Lists the shares that were not revoked, oldest first. */
    listShares: (): Promise<ShareRecord[]> => readShares(warehouse),
    async revokeShare(shareId: string): Promise<void> {
      const known = (await readShares(warehouse)).some((share) => share.shareId === shareId);
      if (!known) throw new AppError('NOT_FOUND', 'No such share');
      await append(shareEndsTable, [{ shareId, endedAtMs: now() }]);
    },
  };
}
