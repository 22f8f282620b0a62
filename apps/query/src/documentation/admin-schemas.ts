/** The bodies of the admin API, with a description for every field. */
import {
  invitationInputSchema,
  keyInputSchema,
  keyTypes,
  plans,
  profilePatchSchema,
  roleInputSchema,
  rotationInputSchema,
  shareInputSchema,
  shareVisitSchema,
  signInLinkInputSchema,
  signInSchema,
  workspaceInputSchema,
  workspacePatchSchema,
  workspaceRoles,
} from '@footfall/schemas';
import { z } from 'zod';
import {
  createdAt,
  described,
  expiresAt,
  expiresAtOrNull,
  hasPassword,
  moment,
  personId,
  workspaceId,
} from './admin-fields.ts';
import { Annotation, AnnotationInput, Goal, GoalInput } from './goals-and-annotations.ts';

const workspaceFields = {
  name: 'Name of the site.',
  plan: 'Determines the rate limit of the analytics API; enterprise is unlimited. Default: enterprise.',
  domain:
    "The site's own host: the default of the allowed origins. Visits that come from another of its hosts count as direct.",
  timezone: 'IANA name of the time zone that the dashboard shows.',
  allowedOrigins: 'Hosts whose pages may send events, exact or as *.example.com; empty means any.',
};

/** The bodies of requests. */
export const inputs = {
  WorkspaceInput: described(workspaceInputSchema, workspaceFields),
  WorkspacePatch: described(workspacePatchSchema, workspaceFields),
  KeyInput: described(keyInputSchema, {
    type: 'A public key only sends events; a secret key reads everything in its workspace.',
    name: 'Name that shows the purpose.',
    expiresAt: 'When it expires. Default: never.',
  }),
  RotationInput: described(rotationInputSchema, {
    graceSeconds: 'Seconds for which the old key stays valid. Default: 0.',
  }),
  SignIn: described(signInSchema, {
    token: 'Token of a one-time link, instead of email and password.',
    name: 'With a token: name of the new person.',
    email: 'Email address.',
    password: 'Password; with a token, the new password.',
  }),
  ProfilePatch: described(profilePatchSchema, {
    name: 'Name.',
    email: 'Email address.',
    password: 'The new password.',
    currentPassword: 'Required to change email or password, if there is a password.',
  }),
  LinkInput: described(signInLinkInputSchema, {
    email: 'Email address of the person to sign in. Default: the caller, or the owner.',
  }),
  InvitationInput: described(invitationInputSchema, {
    email: 'Email address of the person.',
    name: 'Name of the person.',
    role: 'Role that the person will have.',
    workspaceId: 'Workspace of the role; required for admin and viewer.',
  }),
  RoleInput: described(roleInputSchema, {
    role: 'owner or member of the installation; admin, viewer or none in a workspace.',
    workspaceId: 'Workspace of the role; required for admin, viewer and none.',
  }),
  ShareInput: described(shareInputSchema, {
    name: 'Name that shows the purpose.',
    password: 'Password that visitors must enter. Default: none.',
    filters: 'Filters of the analytics API that visitors cannot remove. Default: none.',
    expiresAt: 'When it expires. Default: never.',
  }),
  GoalInput,
  AnnotationInput,
  ShareVisit: described(shareVisitSchema, {
    token: 'Last part of the URL of the share.',
    password: 'Password of the share, if it has one.',
  }),
};

const key = {
  keyId: z.string().describe('ID of the key, not the key itself.'),
  type: z.enum(keyTypes).describe('public or secret.'),
  name: z.string().describe('Name that shows the purpose; empty if not set.'),
  createdAt,
  expiresAt: expiresAtOrNull,
};
const person = {
  personId,
  email: z.string().nullable().describe('Email address; null until an owner has set one.'),
  name: z.string().describe('Name.'),
  role: z.enum(['owner', 'member']).describe('Role in the installation.'),
  hasPassword,
};
const PersonInWorkspaces = z.strictObject({
  ...person,
  workspaces: z
    .array(z.strictObject({ workspaceId, role: z.enum(workspaceRoles).describe('Role in the workspace.') }))
    .describe('Roles in workspaces.'),
  createdAt,
  lastUsedAt: moment.nullable().describe('When the person was last active; null if never.'),
});
const fixedFilters = z.array(z.string()).describe('Filters that visitors cannot remove.');
const share = {
  shareId: z.string().describe('ID of the share.'),
  workspaceId,
  name: z.string().describe('Name that shows the purpose; empty if not set.'),
  hasPassword,
  filters: fixedFilters,
  createdAt,
  expiresAt: expiresAtOrNull,
  url: z.url().describe('The link to share.'),
};
const invitation = {
  invitationId: z.string().describe('ID of the invitation.'),
  email: z.string().nullable().describe('Email address of the person.'),
  name: z.string().nullable().describe('Name of the person.'),
  role: z.string().describe('Role that the person will have.'),
  workspaceId: workspaceId.nullable().describe('Workspace of the role; null for the installation.'),
  createdAt,
  expiresAt,
};
const Me = z.strictObject({
  person: z.strictObject(person).describe('The person who is signed in.'),
  csrfToken: z.string().describe('Token to send as X-CSRF-Token with every request that changes something.'),
  workspaces: z
    .array(
      z.strictObject({
        workspaceId,
        name: z.string().describe(workspaceFields.name),
        domain: z.string().nullable().describe("The site's own host."),
        timezone: z.string().nullable().describe(workspaceFields.timezone),
        role: z.enum(['owner', ...workspaceRoles]).describe('Role of the person in the workspace.'),
      }),
    )
    .describe('The workspaces that the person may read.'),
  instance: z
    .strictObject({
      version: z.string().describe('Version of Footfall.'),
      ingestUrl: z.string().describe('URL of the ingest server.'),
    })
    .describe('The installation.'),
});
const Workspace = z.strictObject({
  workspaceId,
  name: z.string().describe(workspaceFields.name),
  plan: z.enum(plans).describe('Determines the rate limit of the analytics API.'),
  domain: z.string().nullable().describe("The site's own host; null if not set."),
  timezone: z.string().nullable().describe('IANA name of the time zone that the dashboard shows; null if not set.'),
  allowedOrigins: z.array(z.string()).describe(workspaceFields.allowedOrigins),
  createdAt,
});
const Rollups = z.strictObject({
  batch: z.int().describe('Number of the last batch; 0 before the first.'),
  at: moment.nullable().describe('When it was planned.'),
  ageSeconds: z.int().nullable().describe('Seconds since then.'),
  isComplete: z.boolean().describe('False from the start of a rebuild until the rollups contain every event.'),
  events: z.int().describe('Stored events.'),
  eventsRolledUp: z.int().describe('Events in the rollups.'),
  eventsBehind: z.int().describe('Events that are not yet in the rollups.'),
  tables: z
    .array(
      z.strictObject({
        table: z.string().describe('Name of the table.'),
        rows: z.int().describe('Rows of the table.'),
        bytes: z.int().describe('Bytes on disk.'),
      }),
    )
    .describe('The tables of the rollups.'),
});
const Intake = z.strictObject({
  minutes: z.int().describe('Number of minutes that the report covers.'),
  accepted: z.int().describe('Events that were accepted.'),
  refused: z
    .array(
      z.strictObject({
        code: z.string().describe('Reason code.'),
        message: z.string().describe('The reason in words.'),
        count: z.int().describe('Events, or requests that were refused as a whole.'),
        lastAt: moment.describe('When it last happened.'),
        origin: z.string().nullable().describe('Origin of the page that sent it; null for a server.'),
        help: z.string().nullable().describe('What to do about it.'),
      }),
    )
    .describe('Refusals by reason, newest first.'),
  last: z
    .strictObject({
      at: moment.describe('When it was received.'),
      type: z.string().describe('Type of the event.'),
      path: z.string().describe('Path of the page.'),
      country: z.string().describe('Country of the visitor.'),
    })
    .nullable()
    .describe('The last accepted event.'),
  help: z.string().nullable().describe('What to check if no event has arrived.'),
});

/** The contents of responses, under `data`. */
export const outputs = {
  Workspace,
  Workspaces: z.array(Workspace),
  WorkspaceDeleted: z.strictObject({
    workspaceId,
    deleted: z.literal(true).describe('Always true. The events are then removed in the background.'),
  }),
  Intake,
  Keys: z.array(
    z.strictObject({
      ...key,
      workspaceId,
      lastFour: z.string().describe('Last four characters of the key.'),
      revokedAt: moment.nullable().describe('When it was revoked; null if it was not.'),
      lastUsedAt: moment.nullable().describe('When it was last used; null if it never was.'),
    }),
  ),
  IssuedKey: z.strictObject({
    ...key,
    key: z.string().describe('The key. It is shown this once and stored only as a hash.'),
  }),
  KeyRevoked: z.strictObject({ keyId: key.keyId, revoked: z.literal(true).describe('Always true.') }),
  Share: z.strictObject(share),
  Shares: z.array(z.strictObject(share)),
  ShareRevoked: z.strictObject({ shareId: share.shareId, revoked: z.literal(true).describe('Always true.') }),
  Goal,
  Goals: z.array(Goal),
  GoalRemoved: z.strictObject({ goalId: Goal.shape.goalId, removed: z.literal(true).describe('Always true.') }),
  Annotation,
  Annotations: z.array(Annotation),
  AnnotationRemoved: z.strictObject({
    annotationId: Annotation.shape.annotationId,
    removed: z.literal(true).describe('Always true.'),
  }),
  ShareOpened: z.strictObject({
    workspace: z
      .strictObject({
        workspaceId,
        name: z.string().describe(workspaceFields.name),
        timezone: z.string().nullable().describe(workspaceFields.timezone),
      })
      .describe('The shared workspace.'),
    filters: fixedFilters,
    grant: z.string().describe('The credential for the analytics API, sent as X-Share.'),
    expiresAt,
  }),
  Me,
  Sessions: z.array(
    z.strictObject({
      sessionId: z.string().describe('ID of the session.'),
      current: z.boolean().describe('Whether it is the session of this request.'),
      client: z.string().describe('Browser and operating system.'),
      createdAt,
      lastUsedAt: moment.describe('When it was last used.'),
    }),
  ),
  SessionsEnded: z.strictObject({ ended: z.int().describe('Number of sessions that were ended.') }),
  Link: z.strictObject({
    kind: z.enum(['owner', 'invitation', 'sign-in']).describe('The purpose of the link.'),
    email: z.string().nullable().describe('Email address of the person.'),
    name: z.string().nullable().describe('Name of the person.'),
    role: z.string().describe('Role that the person has or will have.'),
    workspaceName: z.string().nullable().describe('Name of the workspace of the role.'),
    expiresAt,
  }),
  IssuedLink: z.strictObject({ link: z.url().describe('The link. It works once.'), expiresAt }),
  PersonInWorkspaces,
  People: z.array(PersonInWorkspaces),
  PersonRemoved: z.strictObject({ personId, removed: z.literal(true).describe('Always true.') }),
  Invitations: z.array(z.strictObject(invitation)),
  IssuedInvitation: z.strictObject({
    ...invitation,
    link: z.url().describe('The link to send to the person. It works once.'),
  }),
  InvitationRevoked: z.strictObject({
    invitationId: invitation.invitationId,
    revoked: z.literal(true).describe('Always true.'),
  }),
  Rollups,
};
