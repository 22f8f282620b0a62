/** The routes of the admin API, and the callers that each allows. Checked in one place, `guard.ts`. */

/**
 * The place where a request names the workspace of the required role: an ID in the path, the body (only an owner may omit it),
 * or nowhere, in which case a role in any workspace is enough and the response is limited to those workspaces.
 */
type Subject = 'workspace' | 'key' | 'share' | 'goal' | 'annotation' | 'invitation' | 'body' | 'any';

/** The holder of the admin token and the user of the socket have the rights of an owner. */
export type Access =
  /** No sign-in required. */
  | 'anybody'
  /** A person, about themselves. */
  | 'person'
  /** Every person; the response contains only the data that they may read. */
  | 'somebody'
  | 'owner'
  | `${'admin' | 'viewer'} of ${Subject}`;

export const access = {
  'POST /sessions': 'anybody',
  'GET /links': 'anybody',
  'POST /share-visits': 'anybody',

  'GET /me': 'person',
  'PATCH /me': 'person',
  'DELETE /me/session': 'person',
  'GET /me/sessions': 'person',
  'DELETE /me/sessions': 'person',
  'DELETE /me/sessions/:sessionId': 'person',

  'POST /links': 'owner',
  'GET /people': 'admin of any',
  'PATCH /people/:personId': 'admin of body',
  'DELETE /people/:personId': 'owner',
  'GET /invitations': 'admin of any',
  'POST /invitations': 'admin of body',
  'DELETE /invitations/:invitationId': 'admin of invitation',

  'GET /workspaces': 'somebody',
  'POST /workspaces': 'owner',
  'GET /workspaces/:workspaceId': 'viewer of workspace',
  'GET /workspaces/:workspaceId/intake': 'viewer of workspace',
  'PATCH /workspaces/:workspaceId': 'admin of workspace',
  'DELETE /workspaces/:workspaceId': 'owner',
  'GET /workspaces/:workspaceId/keys': 'admin of workspace',
  'POST /workspaces/:workspaceId/keys': 'admin of workspace',
  'POST /keys/:keyId/rotate': 'admin of key',
  'DELETE /keys/:keyId': 'admin of key',
  'GET /workspaces/:workspaceId/shares': 'admin of workspace',
  'POST /workspaces/:workspaceId/shares': 'admin of workspace',
  'DELETE /shares/:shareId': 'admin of share',
  'GET /workspaces/:workspaceId/goals': 'viewer of workspace',
  'POST /workspaces/:workspaceId/goals': 'admin of workspace',
  'DELETE /workspaces/:workspaceId/goals/:goalId': 'admin of workspace',
  'DELETE /goals/:goalId': 'admin of goal',
  'GET /workspaces/:workspaceId/annotations': 'viewer of workspace',
  'POST /workspaces/:workspaceId/annotations': 'admin of workspace',
  'DELETE /annotations/:annotationId': 'admin of annotation',

  'GET /rollups': 'owner',
  'POST /rollups/rebuild': 'owner',
} as const satisfies Readonly<Record<string, Access>>;

export type RouteName = keyof typeof access;

export const isRouteName = (name: string): name is RouteName => Object.hasOwn(access, name);
