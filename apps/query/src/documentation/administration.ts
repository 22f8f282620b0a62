/** The admin API: an operation for each route of `access.ts`. */
import type { RouteConfig } from '@asteasolutions/zod-to-openapi';
import { z } from 'zod';
import { type Access, access, isRouteName, type RouteName } from '../admin/access.ts';
import { inputs, outputs } from './admin-schemas.ts';
import { faultResponses, text } from './responses.ts';

interface Operation {
  /** The name of the method in a generated client. */
  id: string;
  summary: string;
  body?: keyof typeof inputs;
  data: keyof typeof outputs;
  /** 200 if undefined. */
  status?: 201 | 202;
}

export const operations: Readonly<Record<RouteName, Operation>> = {
  'POST /sessions': {
    id: 'signIn',
    summary: 'Sign in with a link or a password.',
    body: 'SignIn',
    data: 'Me',
    status: 201,
  },
  'GET /links': { id: 'showLink', summary: 'Show what a one-time link is for.', data: 'Link' },
  'POST /share-visits': {
    id: 'openShare',
    summary: 'Open a share.',
    body: 'ShareVisit',
    data: 'ShareOpened',
    status: 201,
  },

  'GET /me': { id: 'showMe', summary: 'Show the person who is signed in.', data: 'Me' },
  'PATCH /me': { id: 'changeMe', summary: 'Change name, email or password.', body: 'ProfilePatch', data: 'Me' },
  'DELETE /me/session': { id: 'signOut', summary: 'Sign out.', data: 'SessionsEnded' },
  'GET /me/sessions': { id: 'listSessions', summary: 'List the browsers that are signed in.', data: 'Sessions' },
  'DELETE /me/sessions': { id: 'endSessions', summary: 'Sign out everywhere.', data: 'SessionsEnded' },
  'DELETE /me/sessions/:sessionId': { id: 'endSession', summary: 'Sign out in one browser.', data: 'SessionsEnded' },

  'POST /links': {
    id: 'createLink',
    summary: 'Create a one-time sign-in link.',
    body: 'LinkInput',
    data: 'IssuedLink',
    status: 201,
  },
  'GET /people': { id: 'listPeople', summary: 'List people.', data: 'People' },
  'PATCH /people/:personId': {
    id: 'changeRole',
    summary: 'Change the role of a person.',
    body: 'RoleInput',
    data: 'PersonInWorkspaces',
  },
  'DELETE /people/:personId': { id: 'removePerson', summary: 'Remove a person.', data: 'PersonRemoved' },
  'GET /invitations': { id: 'listInvitations', summary: 'List open invitations.', data: 'Invitations' },
  'POST /invitations': {
    id: 'invite',
    summary: 'Invite a person.',
    body: 'InvitationInput',
    data: 'IssuedInvitation',
    status: 201,
  },
  'DELETE /invitations/:invitationId': {
    id: 'revokeInvitation',
    summary: 'Revoke an invitation.',
    data: 'InvitationRevoked',
  },

  'GET /workspaces': { id: 'listWorkspaces', summary: 'List workspaces.', data: 'Workspaces' },
  'POST /workspaces': {
    id: 'createWorkspace',
    summary: 'Create a workspace.',
    body: 'WorkspaceInput',
    data: 'Workspace',
    status: 201,
  },
  'GET /workspaces/:workspaceId': { id: 'showWorkspace', summary: 'Show a workspace.', data: 'Workspace' },
  'GET /workspaces/:workspaceId/intake': {
    id: 'showIntake',
    summary: 'Show recently accepted and refused events.',
    data: 'Intake',
  },
  'PATCH /workspaces/:workspaceId': {
    id: 'changeWorkspace',
    summary: 'Change a workspace.',
    body: 'WorkspacePatch',
    data: 'Workspace',
  },
  'DELETE /workspaces/:workspaceId': {
    id: 'deleteWorkspace',
    summary: 'Delete a workspace with its keys and its events.',
    data: 'WorkspaceDeleted',
  },
  'GET /workspaces/:workspaceId/keys': { id: 'listKeys', summary: 'List the keys of a workspace.', data: 'Keys' },
  'POST /workspaces/:workspaceId/keys': {
    id: 'createKey',
    summary: 'Create a key.',
    body: 'KeyInput',
    data: 'IssuedKey',
    status: 201,
  },
  'POST /keys/:keyId/rotate': {
    id: 'rotateKey',
    summary: 'Replace a key with a new one.',
    body: 'RotationInput',
    data: 'IssuedKey',
    status: 201,
  },
  'DELETE /keys/:keyId': { id: 'revokeKey', summary: 'Revoke a key.', data: 'KeyRevoked' },
  'GET /workspaces/:workspaceId/shares': {
    id: 'listShares',
    summary: 'List the shares of a workspace.',
    data: 'Shares',
  },
  'POST /workspaces/:workspaceId/shares': {
    id: 'createShare',
    summary: 'Share a workspace with a link.',
    body: 'ShareInput',
    data: 'Share',
    status: 201,
  },
  'DELETE /shares/:shareId': { id: 'revokeShare', summary: 'Revoke a share.', data: 'ShareRevoked' },
  'GET /workspaces/:workspaceId/goals': { id: 'listGoals', summary: 'List the goals of a workspace.', data: 'Goals' },
  'POST /workspaces/:workspaceId/goals': {
    id: 'createGoal',
    summary: 'Create a goal.',
    body: 'GoalInput',
    data: 'Goal',
    status: 201,
  },
  'DELETE /workspaces/:workspaceId/goals/:goalId': {
    id: 'removeGoal',
    summary: 'Remove a goal.',
    data: 'GoalRemoved',
  },
  'DELETE /goals/:goalId': {
    id: 'removeGoalById',
    summary: 'Remove a goal of any workspace by its ID.',
    data: 'GoalRemoved',
  },
  'GET /workspaces/:workspaceId/annotations': {
    id: 'listAnnotations',
    summary: 'List the annotations of a workspace.',
    data: 'Annotations',
  },
  'POST /workspaces/:workspaceId/annotations': {
    id: 'createAnnotation',
    summary: 'Create an annotation.',
    body: 'AnnotationInput',
    data: 'Annotation',
    status: 201,
  },
  'DELETE /annotations/:annotationId': {
    id: 'removeAnnotation',
    summary: 'Remove an annotation.',
    data: 'AnnotationRemoved',
  },

  'GET /rollups': { id: 'showRollups', summary: 'Show the progress of the rollups.', data: 'Rollups' },
  'POST /rollups/rebuild': {
    id: 'rebuildRollups',
    summary: 'Rebuild the rollups.',
    data: 'Rollups',
    status: 202,
  },
};

const faults = [
  'BAD_REQUEST',
  'UNAUTHORIZED',
  'FORBIDDEN',
  'NOT_FOUND',
  'CONFLICT',
  'RATE_LIMIT',
  'INTERNAL_ERROR',
  'UNAVAILABLE',
] as const;

const security = [{ adminToken: [] }, { session: [], csrfToken: [] }];
/** `POST /sessions` has no caller yet, and a link is identified by its token alone. */
const signInToken = {
  name: 'X-Sign-In-Token',
  in: 'header' as const,
  required: true,
  description: 'The token of the link.',
  schema: text,
};

export function adminOperations(): RouteConfig[] {
  return Object.keys(operations).filter(isRouteName).map(operationOf);
}

function operationOf(name: RouteName): RouteConfig {
  const { id, summary, body, data, status = 200 } = operations[name];
  const [method, path = ''] = name.split(' ');
  const ids = [...path.matchAll(/:(\w+)/g)].map(([, param = '']) => param);
  return {
    method: z.enum(['get', 'post', 'patch', 'delete']).parse(method?.toLowerCase()),
    path: `/admin/v1${path.replaceAll(/:(\w+)/g, '{$1}')}`,
    operationId: id,
    summary,
    description: caller(access[name]),
    tags: ['administration'],
    security: access[name] === 'anybody' ? [] : security,
    parameters: [
      ...ids.map((param) => ({
        name: param,
        in: 'path' as const,
        required: true,
        description: `The ${param.replace('Id', '')}.`,
        schema: text,
      })),
      ...(name === 'GET /links' ? [signInToken] : []),
    ],
    ...(body && { request: { body: bodyOf(body) } }),
    responses: {
      [status]: { description: summary, content: resultOf(data) },
      ...faultResponses(faults),
    },
  };
}

/** Returns a request's body under its name. */
function bodyOf(name: keyof typeof inputs) {
  return { required: true, content: { 'application/json': { schema: inputs[name].meta({ id: name }) } } };
}

/** Returns a successful response under its name. */
function resultOf(name: keyof typeof outputs) {
  const data: z.ZodType = outputs[name];
  const result = z.strictObject({
    success: z.literal(true).describe('Always true.'),
    data: data.describe('The result.'),
  });
  return { 'application/json': { schema: result.meta({ id: `${name}Result` }) } };
}

function caller(rule: Access): string {
  if (rule === 'anybody') return 'No sign-in required.';
  if (rule === 'person') return 'For the signed-in person.';
  if (rule === 'somebody') return 'For every signed-in person; the response contains only what they may read.';
  if (rule === 'owner') return 'For owners and the holder of the admin token.';
  if (rule.startsWith('viewer')) return 'For everyone who may read the workspace.';
  return 'For admins of the workspace, owners and the holder of the admin token.';
}
