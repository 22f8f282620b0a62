/** Shares: links through which anybody can read one workspace. */
import { z } from 'zod';
import { filtersMax } from './filter-limits.ts';
import { givenPassword, newPassword } from './person.ts';
import { must } from './shown.ts';
import { expiry, printable } from './workspace.ts';

const nameError = must('must have at most 200 characters');
const filterError = must('must be a filter: <dimension>:<operator>:<value>');
const filtersError = must(`must be a list of at most ${filtersMax} filters`);

export const shareInputSchema = z.strictObject({
  name: printable(nameError).optional(),
  password: newPassword.optional(),
  filters: z.array(z.string(filterError), filtersError).max(filtersMax, filtersError).optional(),
  expiresAt: expiry.optional(),
});
export const shareVisitSchema = z.strictObject({ token: z.string(), password: givenPassword.optional() });

export interface Share {
  shareId: string;
  workspaceId: string;
  name: string;
  hasPassword: boolean;
  /** Filters that narrow every answer to its visitors, who cannot remove them. */
  filters: readonly string[];
  createdAt: string;
  expiresAt: string | null;
}
