/** Shares in the warehouse. */
import { generateId, generateToken, type ShareRecord, type Shares } from '@footfall/auth';
import { AppError } from '@footfall/errors';
import { issuedSharesTable, readShares, shareEndsTable } from '../schema/tables/shares.ts';
import type { PeopleDeps } from './people-deps.ts';

export function sharesIn({ warehouse, now, snapshot }: PeopleDeps): Shares {
  return {
    findShare: async (idOrToken) =>
      snapshot.find(({ shares }) => {
        const share = shares.get(idOrToken);
        return share && (share.expiresAtMs === null || share.expiresAtMs > now()) ? share : undefined;
      }),
    async createShare(input) {
      const share: ShareRecord = {
        ...input,
        shareId: generateId('shr'),
        token: generateToken(),
        secret: generateToken(),
        createdAtMs: now(),
      };
      await warehouse.insert(issuedSharesTable, [share]);
      snapshot.forget();
      return share;
    },
    listShares: () => readShares(warehouse),
    async revokeShare(shareId) {
      const known = (await readShares(warehouse)).some((share) => share.shareId === shareId);
      if (!known) throw new AppError('NOT_FOUND', 'No such share');
      await warehouse.insert(shareEndsTable, [{ shareId, endedAtMs: now() }]);
      snapshot.forget();
    },
  };
}
