/** A workspace as the admin API returns it. */
import { plans, type Workspace } from '@footfall/schemas';
import { z } from 'zod';

export const workspaceSchema: z.ZodType<Workspace> = z.object({
  workspaceId: z.string(),
  name: z.string(),
  plan: z.enum(plans),
  domain: z.string().nullable(),
  timezone: z.string().nullable(),
  allowedOrigins: z.array(z.string()),
  createdAt: z.string(),
});
