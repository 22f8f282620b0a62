/** The clients of the server that this page came from. */
import { FootfallClient } from '@footfall/client';
import { AdminClient } from '@footfall/client/admin';

export { ApiError } from '@footfall/client';

export const admin = new AdminClient({ url: '' });

/** Which figures are shown: parameters of every question. */
interface Scope {
  filter?: readonly string[] | undefined;
  /** Whose days the days of a range are; UTC if absent. */
  timezone?: string | undefined;
}

/** Whose figures are shown, by what right, and which of them: all if it does not say. */
export type Access = ({ workspaceId: string } | { shareGrant: string }) & { scope?: Scope };

export function analytics(access: Access): FootfallClient {
  return new FootfallClient({ url: '', ...access });
}

export function accessKey(access: Access): string {
  return 'workspaceId' in access ? access.workspaceId : access.shareGrant;
}
