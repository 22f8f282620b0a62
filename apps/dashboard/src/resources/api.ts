/** The client of the admin API of the server that served this page, and the access to figures. */
import { AdminClient } from '@footfall/client/admin';

export { ApiError } from '@footfall/client';

export const admin = new AdminClient();

/** Parameters of every resource that select the figures. */
interface Scope {
  filter?: readonly string[] | undefined;
  /** The time zone of the days of a range; UTC if absent. */
  timezone?: string | undefined;
}

/** The workspace or share whose figures are shown, and the selection of figures: all if it has none. */
export type Access = ({ workspaceId: string } | { shareGrant: string }) & { scope?: Scope };

export function accessKey(access: Access): string {
  return 'workspaceId' in access ? access.workspaceId : access.shareGrant;
}
