/** The clients of the server that served this page. */
import { AdminClient } from '@footfall/client/admin';
import { AnalyticsClient } from '@footfall/client/analytics';

export { ApiError } from '@footfall/client';

export const admin = new AdminClient({ url: '' });

/** Parameters of every resource that select the figures. */
interface Scope {
  filter?: readonly string[] | undefined;
  /** The time zone of the days of a range; UTC if absent. */
  timezone?: string | undefined;
}

/** The workspace or share whose figures are shown, and the selection of figures: all if it has none. */
export type Access = ({ workspaceId: string } | { shareGrant: string }) & { scope?: Scope };

export function analytics(access: Access): AnalyticsClient {
  return new AnalyticsClient(access);
}

export function accessKey(access: Access): string {
  return 'workspaceId' in access ? access.workspaceId : access.shareGrant;
}
