/** Workspaces, their plans and their keys. */
import { z } from 'zod';
import { isoTimeCheck } from './iso-time.ts';
import { firstUnprintable } from './printable.ts';
import { must, type SchemaError } from './shown.ts';
import { canonicalTimezone } from './timezone.ts';

export const plans = ['free', 'pro', 'enterprise'] as const;
export type Plan = (typeof plans)[number];
/** The plan of a workspace that is created without one. Owners of an installation need no plans; they are for those who offer it to others. */
export const defaultPlan: Plan = 'enterprise';

/** Limits of requests to the analytics API: a window of a minute, and a pool in addition that refills every ten minutes. */
export const planLimits: Readonly<Record<Plan, { requestsPerMinute: number; burstPool: number } | 'unlimited'>> = {
  free: { requestsPerMinute: 60, burstPool: 40 },
  pro: { requestsPerMinute: 300, burstPool: 200 },
  enterprise: 'unlimited',
};

/** `ws_` and 16 or more of `[0-9a-z]`. */
export const workspaceIdPattern = /^ws_[0-9a-z]{16,}$/;

export const keyTypes = ['public', 'secret'] as const;
export type KeyType = (typeof keyTypes)[number];

const workspaceLimits = {
  nameCharsMax: 200,
  originsMax: 100,
  originCharsMax: 255,
} as const;
/** The longest time that a rotated key continues to work: 30 days. */
export const graceSecondsMax = 2_592_000;

const hostError = must('must be a host such as example.com or *.example.com (international names as xn--…)');
const domainError = must('must be a host such as example.com (international names as xn--…), or null');
const timezoneError = must('must be the name of a time zone such as Europe/Berlin, or null');
const nameError = must(`must have 1 to ${workspaceLimits.nameCharsMax} characters`);
const keyNameError = must(`must have at most ${workspaceLimits.nameCharsMax} characters`);
const originsError = must(`must be a list of up to ${workspaceLimits.originsMax} hosts`);
const graceError = must(`must be whole seconds from 0 to ${graceSecondsMax} (30 days)`);
const planError = must(`must be one of ${plans.join(', ')}`);
const keyTypeError = must(`must be ${keyTypes.join(' or ')}`);
const expiryError = must('must be a time such as 2027-01-01T00:00:00Z, or null');

const isTime = isoTimeCheck();

/** The expiry of a key or a share; null if it does not expire. Seconds can be omitted. */
export const expiry = z.string(expiryError).refine(isTime, expiryError).meta({ format: 'date-time' }).nullable();

/** Returns a schema for a printable name: validated as it was sent, then trimmed. */
export const printable = (error: SchemaError) =>
  z
    .string(error)
    .refine((name) => firstUnprintable(name) === undefined, {
      error: ({ input }) => `must contain printable characters only, got ${firstUnprintable(String(input))}`,
      abort: true,
    })
    .trim()
    .max(workspaceLimits.nameCharsMax, error);

const label = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?';
const hostForm = `${label}(\\.${label})*(:[1-9]\\d{0,4})?`;
const portMax = 65_535;

/** Returns a schema for a host, in any case, that may have a port. */
const hostSchema = (pattern: RegExp, error: SchemaError) =>
  z
    .string(error)
    .max(workspaceLimits.originCharsMax, error)
    .regex(pattern, { ...error, abort: true })
    .refine((text) => Number(text.split(':')[1] ?? portMax) <= portMax, error)
    .toLowerCase();

/** An exact host, or `*.` and a host for every host under it. */
const allowedOrigin = hostSchema(new RegExp(`^(\\*\\.)?${hostForm}$`, 'i'), hostError);

/** The site's own host. */
const siteDomain = hostSchema(new RegExp(`^${hostForm}$`, 'i'), domainError);

const allowedOrigins = z
  .array(allowedOrigin, originsError)
  .max(workspaceLimits.originsMax, originsError)
  .overwrite((origins) => [...new Set(origins)]);

const timezone = z.string(timezoneError).refine((name) => canonicalTimezone(name) !== undefined, timezoneError);

export const workspaceInputSchema = z.strictObject({
  name: printable(nameError).min(1, nameError),
  plan: z.enum(plans, planError).optional(),
  domain: siteDomain.nullable().optional(),
  timezone: timezone.nullable().optional(),
  allowedOrigins: allowedOrigins.optional(),
});
export const workspacePatchSchema = workspaceInputSchema.partial();
export const keyInputSchema = z.strictObject({
  type: z.enum(keyTypes, keyTypeError),
  name: printable(keyNameError).optional(),
  expiresAt: expiry.optional(),
});
export const rotationInputSchema = z.strictObject({
  graceSeconds: z.int(graceError).min(0, graceError).max(graceSecondsMax, graceError).optional(),
});

export type WorkspaceInput = z.output<typeof workspaceInputSchema>;
export type WorkspacePatch = z.output<typeof workspacePatchSchema>;
export type KeyInput = z.output<typeof keyInputSchema>;

export interface Workspace {
  workspaceId: string;
  name: string;
  plan: Plan;
  /** The site's own host; null if not set. */
  domain: string | null;
  /** The IANA name of the time zone that the dashboard shows; null if not set. */
  timezone: string | null;
  /** Hosts; empty means any. */
  allowedOrigins: readonly string[];
  /** ISO 8601, UTC. */
  createdAt: string;
}

/** A key as it can be shown again: everything but the secret. */
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

/** Returns the default of the allowed origins: the domain and its subdomains, or any without a domain. */
export function originsOf(domain: string | null): string[] {
  return domain === null ? [] : [domain, `*.${domain}`];
}

/** Returns true if `hostname` (lower-case, without a port) is the domain or a subdomain of it. */
export function isHostOf(hostname: string, domain: string): boolean {
  const [host = ''] = domain.split(':', 1);
  return hostname === host || hostname.endsWith(`.${host}`);
}
