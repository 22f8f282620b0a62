/** The clients of the server that this page came from. */
import { FootfallClient } from '@footfall/client';
import { AdminClient } from '@footfall/client/admin';

export { ApiError } from '@footfall/client';

export const admin = new AdminClient({ url: '' });

/** Whose figures are shown, and by what right. */
export type Access = { workspaceId: string } | { shareGrant: string };

export function analytics(access: Access): FootfallClient {
  return new FootfallClient({ url: '', ...access });
}

export function accessKey(access: Access): string {
  return 'workspaceId' in access ? access.workspaceId : access.shareGrant;
}
