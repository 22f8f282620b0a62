/** Workspaces, their plans and their keys. */
import { z } from 'zod';

export const plans = ['free', 'pro', 'enterprise'] as const;
export type Plan = (typeof plans)[number];

/** Requests on the analytics API: a minute's window, and a pool beside it that refills every ten minutes. */
export const planLimits: Readonly<Record<Plan, { requestsPerMinute: number; burstPool: number } | 'unlimited'>> = {
  free: { requestsPerMinute: 60, burstPool: 40 },
  pro: { requestsPerMinute: 300, burstPool: 200 },
  enterprise: 'unlimited',
};

/** `ws_` and 16 or more of `[0-9a-z]`. */
export const workspaceIdPattern = /^ws_[0-9a-z]{16,}$/;

export const keyTypes = ['public', 'secret'] as const;
export type KeyType = (typeof keyTypes)[number];

/** An exact host, or `*.` and a host for every host under it. */
const allowedOrigin = z
  .string()
  .max(255)
  .regex(/^(\*\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/i, 'is not a host such as example.com or *.example.com')
  .toLowerCase();

export const workspaceInputSchema = z.strictObject({
  name: z.string().trim().min(1).max(200),
  plan: z.enum(plans).optional(),
  allowedOrigins: z.array(allowedOrigin).max(100).optional(),
});
export const workspacePatchSchema = workspaceInputSchema.partial();
export const keyInputSchema = z.strictObject({
  type: z.enum(keyTypes),
  name: z.string().trim().max(200).optional(),
  expiresAt: z.iso.datetime({ offset: true }).optional(),
});
export const rotationInputSchema = z.strictObject({ graceSeconds: z.int().min(0).max(2_592_000).optional() });

export type WorkspaceInput = z.output<typeof workspaceInputSchema>;
export type WorkspacePatch = z.output<typeof workspacePatchSchema>;
export type KeyInput = z.output<typeof keyInputSchema>;

export interface Workspace {
  workspaceId: string;
  name: string;
  plan: Plan;
  /** Hosts; empty means any. */
  allowedOrigins: readonly string[];
  /** ISO 8601, UTC. */
  createdAt: string;
}

/** A key as it can be shown again: everything but the key itself. */
export interface ApiKey {
  keyId: string;
  workspaceId: string;
  type: KeyType;
  name: string;
  /** The key's last four characters. */
  lastFour: string;
  createdAt: string;
  expiresAt: string | null;
  revokedAt: string | null;
  lastUsedAt: string | null;
}
