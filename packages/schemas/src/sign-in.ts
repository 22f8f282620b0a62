/** Signing in: one-time links, sessions, and the data for the start of a session. */
import { z } from 'zod';
import { email, givenPassword } from './person-fields.ts';
import { personSchema, workspaceRoles } from './person.ts';
import { createdAt, expiresAt, nameInput } from './resource-fields.ts';
import { must } from './shown.ts';
import { workspaceSchema } from './workspace.ts';

/** The fields that redeem a link, with a token; without one, email and password. */
export const signInSchema = z.strictObject({
  token: z
    .string(must('must be the token of a one-time link'))
    .optional()
    .describe('Token of a one-time link, instead of email and password.'),
  name: nameInput.optional().describe('With a token: name of the new person.'),
  email: email.optional().describe('Email address.'),
  password: givenPassword
    .optional()
    .describe('Password; with a token, the new password, which requires an email address.'),
});
export const signInLinkInputSchema = z.strictObject({
  email: email
    .optional()
    .describe(
      'Email address of the person to sign in. Default: the caller, or the first owner. A link for another person ends their other sessions and their password.',
    ),
});

/** The purpose of a one-time link. */
export const signInLinkSchema = z.strictObject({
  kind: z.enum(['owner', 'invitation', 'sign-in']).describe('The purpose of the link.'),
  email: z.string().nullable().describe('Email address of the person.'),
  name: z.string().nullable().describe('Name of the person.'),
  role: z.string().describe('Role that the person has or will have.'),
  workspaceName: z.string().nullable().describe('Name of the workspace of the role.'),
  signedIn: z.boolean().describe('Whether the request has a session of the person with this email address.'),
  expiresAt,
});
export type SignInLink = z.output<typeof signInLinkSchema>;

/** A new link: the only time that it is shown. */
export const issuedLinkSchema = z.strictObject({ link: z.url().describe('The link. It works once.'), expiresAt });

export const sessionSchema = z.strictObject({
  sessionId: z.string().describe('ID of the session.'),
  current: z.boolean().describe('Whether it is the session of this request.'),
  client: z.string().describe('Browser and operating system.'),
  createdAt,
  lastUsedAt: z.iso.datetime().describe('When it was last used.'),
});
export type Session = z.output<typeof sessionSchema>;

/** A workspace as one of its readers sees it. */
export const myWorkspaceSchema = workspaceSchema
  .pick({ workspaceId: true, name: true, domain: true, timezone: true })
  .extend({
    role: z.enum(['owner', ...workspaceRoles]).describe('Role of the person in the workspace.'),
  });
export type MyWorkspace = z.output<typeof myWorkspaceSchema>;

/** The data that the dashboard starts with. */
export const meSchema = z.strictObject({
  person: personSchema.describe('The person who is signed in.'),
  csrfToken: z.string().describe('Token to send as X-CSRF-Token with every request that changes something.'),
  workspaces: z.array(myWorkspaceSchema).describe('The workspaces that the person may read.'),
  instance: z
    .strictObject({
      version: z.string().describe('Version of Footfall.'),
      ingestUrl: z.string().describe('URL of the ingest server.'),
    })
    .describe('The installation.'),
});
export type Me = z.output<typeof meSchema>;
