/** The client of the admin API of the server that served this page, and the access to figures. */
import { AdminClient } from '@footfall/client/admin';

export { ApiError } from '@footfall/client';

export const admin = new AdminClient();

/** The workspace or share whose figures are shown, the time zone of their days, and the filters of every request for them. */
export type Access = ({ workspaceId: string } | { shareGrant: string }) & {
  timezone: string;
  filter?: readonly string[] | undefined;
};

export function accessKey(access: Access): string {
  return 'workspaceId' in access ? access.workspaceId : access.shareGrant;
}
