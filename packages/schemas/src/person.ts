/** People who use the dashboard, their roles and invitations. */
import { z } from 'zod';
import { email, givenPassword, newPassword } from './person-fields.ts';
import { createdAt, expiresAt, hasPassword, nameInput, workspaceId, workspaceIdPattern } from './resource-fields.ts';
import { must, choiceOf } from './shown.ts';

/** The roles of a person in a workspace: an admin can change it, a viewer can read it. An owner of the installation has all rights everywhere. */
export const workspaceRoles = ['admin', 'viewer'] as const;
export type WorkspaceRole = (typeof workspaceRoles)[number];

const invitedRoles = ['owner', ...workspaceRoles] as const;
const roles = ['owner', 'member', ...workspaceRoles, 'none'] as const;
const workspaceError = must('must be the ID of a workspace (ws_…)');
const roleWorkspace = z.string(workspaceError).regex(workspaceIdPattern, workspaceError).optional();

export const profilePatchSchema = z.strictObject({
  name: nameInput.optional().describe('Name.'),
  email: email.optional().describe('Email address; only an owner can change it.'),
  password: newPassword.optional().describe('The new password; requires an email address.'),
  currentPassword: givenPassword.optional().describe('Required to change email or password, if there is a password.'),
});
export const roleInputSchema = z
  .strictObject({
    role: z
      .enum(roles, must(`must be ${choiceOf(roles)}`))
      .describe('owner or member of the installation; admin, viewer or none in a workspace.'),
    workspaceId: roleWorkspace.describe('Workspace of the role; required for admin, viewer and none.'),
  })
  .superRefine(requireItsWorkspace);
export type RoleInput = z.output<typeof roleInputSchema>;

/** A person as others see them. */
export const personSchema = z.strictObject({
  personId: z.string().describe('ID of the person.'),
  email: z.string().nullable().describe('Email address; null until an owner has set one.'),
  name: z.string().describe('Name.'),
  role: z.enum(['owner', 'member']).describe('Role in the installation.'),
  hasPassword,
});
export type Person = z.output<typeof personSchema>;

/** A person with their roles in workspaces. */
export const listedPersonSchema = personSchema.extend({
  workspaces: z
    .array(z.strictObject({ workspaceId, role: z.enum(workspaceRoles).describe('Role in the workspace.') }))
    .describe('Roles in workspaces.'),
  createdAt,
  lastUsedAt: z.iso.datetime().nullable().describe('When the person was last active; null if never.'),
});
export type ListedPerson = z.output<typeof listedPersonSchema>;

export const invitationInputSchema = z
  .strictObject({
    email: email.describe('Email address of the person.'),
    name: nameInput.optional().describe('Name of the person.'),
    role: z.enum(invitedRoles, must(`must be ${choiceOf(invitedRoles)}`)).describe('Role that the person will have.'),
    workspaceId: roleWorkspace.describe('Workspace of the role; required for admin and viewer.'),
  })
  .superRefine(requireItsWorkspace);
export type InvitationInput = z.output<typeof invitationInputSchema>;

export const invitationSchema = z.strictObject({
  invitationId: z.string().describe('ID of the invitation.'),
  email: z.string().nullable().describe('Email address of the person.'),
  name: z.string().nullable().describe('Name of the person.'),
  role: z.string().describe('Role that the person will have.'),
  workspaceId: workspaceId.nullable().describe('Workspace of the role; null for the installation.'),
  issuedBy: z
    .string()
    .nullable()
    .describe('ID of the person who issued it; null for the admin token and the command line.'),
  createdAt,
  expiresAt,
});
export type Invitation = z.output<typeof invitationSchema>;

/** A new invitation: the only time that its link is shown. */
export const issuedInvitationSchema = invitationSchema.extend({
  personId: z
    .string()
    .nullable()
    .describe(
      'ID of the person who has the address already, and must sign in before opening the link; null if there is none, or none whom the caller may see.',
    ),
  link: z.url().describe('The link to send to the person. It works once.'),
});
export type IssuedInvitation = z.output<typeof issuedInvitationSchema>;

/** Adds an issue if the role does not match the workspace: owners and members have none, and the other roles require one. */
function requireItsWorkspace(
  { role, workspaceId: id }: { role: string; workspaceId?: string | undefined },
  context: z.RefinementCtx,
): void {
  const isOfInstallation = role === 'owner' || role === 'member';
  if (isOfInstallation === (id === undefined)) return;
  const message = `${isOfInstallation ? 'must not be set' : 'is required'} with the role ${role}`;
  context.addIssue({ code: 'custom', path: ['workspaceId'], message });
}
