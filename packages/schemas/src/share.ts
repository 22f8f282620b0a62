/** Shares: links that give read access to one workspace without signing in. */
import { z } from 'zod';
import { filtersMax } from './filter-limits.ts';
import { givenPassword, newPassword } from './person-fields.ts';
import {
  createdAt,
  expiresAt,
  expiresAtOrNull,
  expiry,
  hasPassword,
  purpose,
  purposeInput,
  workspaceId,
} from './resource-fields.ts';
import { must } from './shown.ts';
import { workspaceSchema } from './workspace.ts';

const filterError = must('must be a filter: <dimension>:<operator>:<value>');
const filtersError = must(`must be a list of at most ${filtersMax} filters`);

export const shareInputSchema = z.strictObject({
  name: purposeInput,
  password: newPassword.optional().describe('Password that visitors must enter. Default: none.'),
  filters: z
    .array(z.string(filterError), filtersError)
    .max(filtersMax, filtersError)
    .optional()
    .describe('Filters of the analytics API that visitors cannot remove. Default: none.'),
  expiresAt: expiry,
});

const filters = z.array(z.string()).describe('Filters that visitors cannot remove.');

export const shareSchema = z.strictObject({
  shareId: z.string().describe('ID of the share.'),
  workspaceId,
  name: purpose,
  hasPassword,
  filters,
  createdAt,
  expiresAt: expiresAtOrNull,
  url: z.url().describe('The link to share.'),
});
export type Share = z.output<typeof shareSchema>;

export const shareVisitSchema = z.strictObject({
  token: z.string(must('must be the last part of the URL of a share')).describe('Last part of the URL of the share.'),
  password: givenPassword.optional().describe('Password of the share, if it has one.'),
});

/** A share as its visitors open it: the workspace and their credential. */
export const openedShareSchema = z.strictObject({
  workspace: workspaceSchema.pick({ workspaceId: true, name: true, timezone: true }).describe('The shared workspace.'),
  filters,
  grant: z.string().describe('The credential for the analytics API, sent as X-Share.'),
  expiresAt,
});
export type OpenedShare = z.output<typeof openedShareSchema>;
