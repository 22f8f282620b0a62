/** Shares: links through which anybody can read one workspace. */
import { z } from 'zod';
import { givenPassword, newPassword } from './person.ts';
import { must } from './shown.ts';
import { expiryError, printable } from './workspace.ts';

const nameError = must('must have at most 200 characters');

export const shareInputSchema = z.strictObject({
  name: printable(nameError).optional(),
  password: newPassword.optional(),
  expiresAt: z.iso.datetime({ offset: true, ...expiryError }).optional(),
});
export const shareVisitSchema = z.strictObject({ token: z.string(), password: givenPassword.optional() });

export interface Share {
  shareId: string;
  workspaceId: string;
  name: string;
  hasPassword: boolean;
  createdAt: string;
  expiresAt: string | null;
}
