/** People who use the dashboard: their roles and the limits of their fields. */
import { z } from 'zod';
import { must, type SchemaError } from './shown.ts';
import { printable, workspaceIdPattern } from './workspace.ts';

/** The roles of a person in a workspace: an admin changes it, a viewer reads it. An owner of the installation has all rights everywhere. */
export const workspaceRoles = ['admin', 'viewer'] as const;
export type WorkspaceRole = (typeof workspaceRoles)[number];

const personLimits = {
  nameCharsMax: 200,
  emailCharsMax: 254,
  passwordCharsMin: 10,
  /** A longer one would only be more work for the hash. */
  passwordCharsMax: 1_000,
} as const;

const emailError = must('must be an email address such as jo@example.com');
const nameError = must(`must have 1 to ${personLimits.nameCharsMax} characters`);
/** The message never contains the password. */
const passwordError: SchemaError = {
  error: ({ input }) =>
    `must have ${personLimits.passwordCharsMin} to ${personLimits.passwordCharsMax} characters, got ${typeof input === 'string' ? input.length : `a ${typeof input}`}`,
};
const workspaceError = must('must be the ID of a workspace (ws_…)');
const invitedRoles = ['owner', ...workspaceRoles] as const;
const roles = ['owner', 'member', ...workspaceRoles, 'none'] as const;
const roleWorkspaceError = 'is required for the roles of a workspace (admin, viewer), and must not be set for others';

const email = z
  .string(emailError)
  .trim()
  .toLowerCase()
  .max(personLimits.emailCharsMax, emailError)
  .pipe(z.email(emailError));
const name = printable(nameError).min(1, nameError);
/** A new password. */
export const newPassword = z
  .string(passwordError)
  .min(personLimits.passwordCharsMin, passwordError)
  .max(personLimits.passwordCharsMax, passwordError);
/** A password to be verified: one that is too short is simply wrong. */
export const givenPassword = z.string().max(personLimits.passwordCharsMax, passwordError);
const workspaceId = z.string(workspaceError).regex(workspaceIdPattern, workspaceError);

/** The fields that redeem a link, with a token; without one, email and password. */
export const signInSchema = z.strictObject({
  token: z.string().optional(),
  name: name.optional(),
  email: email.optional(),
  password: givenPassword.optional(),
});
export const profilePatchSchema = z.strictObject({
  name: name.optional(),
  email: email.optional(),
  password: newPassword.optional(),
  currentPassword: givenPassword.optional(),
});
export const invitationInputSchema = z
  .strictObject({
    email,
    name: name.optional(),
    role: z.enum(invitedRoles, must(`must be one of ${invitedRoles.join(', ')}`)),
    workspaceId: workspaceId.optional(),
  })
  .refine(isOfItsWorkspace, { path: ['workspaceId'], error: roleWorkspaceError });
export const roleInputSchema = z
  .strictObject({
    role: z.enum(roles, must(`must be one of ${roles.join(', ')}`)),
    workspaceId: workspaceId.optional(),
  })
  .refine(isOfItsWorkspace, { path: ['workspaceId'], error: roleWorkspaceError });
export const signInLinkInputSchema = z.strictObject({ email: email.optional() });

export type InvitationInput = z.output<typeof invitationInputSchema>;
export type RoleInput = z.output<typeof roleInputSchema>;

/** A person as others see them. */
export interface Person {
  personId: string;
  /** Null until the owner has set one. */
  email: string | null;
  name: string;
  role: 'owner' | 'member';
  hasPassword: boolean;
}

/** True if the role matches the scope: owners and members have no workspace, the other roles require one. */
function isOfItsWorkspace({ role, workspaceId: id }: { role: string; workspaceId?: string | undefined }): boolean {
  return ['owner', 'member'].includes(role) === (id === undefined);
}
