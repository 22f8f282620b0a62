/** Workspaces and their plans. */
import { z } from 'zod';
import { createdAt, nameInput, workspaceId } from './resource-fields.ts';
import { must, choiceOf, type SchemaError } from './shown.ts';
import { canonicalTimezone } from './timezone.ts';

export const plans = ['free', 'pro', 'enterprise'] as const;
export type Plan = (typeof plans)[number];
/** The plan of a workspace that is created without one. Plans are for operators who offer an installation to others. */
export const defaultPlan: Plan = 'enterprise';

/** Limits of requests to the analytics API: a window of a minute, and a pool in addition that refills every ten minutes. */
export const planLimits = {
  free: { perMinute: 60, burstPool: 40 },
  pro: { perMinute: 300, burstPool: 200 },
  enterprise: 'unlimited',
} as const satisfies Readonly<Record<Plan, { perMinute: number; burstPool: number } | 'unlimited'>>;

const workspaceLimits = {
  originsMax: 100,
  originCharsMax: 255,
} as const;

const hostError = must('must be a host such as example.com or *.example.com (international names as xn--…)');
const domainError = must('must be a host such as example.com (international names as xn--…), or null');
const timezoneError = must('must be the name of a time zone such as Europe/Berlin, or null');
const originsError = must(`must be a list of up to ${workspaceLimits.originsMax} hosts`);
const planError = must(`must be ${choiceOf(plans)}`);

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

/** The host of the site. */
const siteDomain = hostSchema(new RegExp(`^${hostForm}$`, 'i'), domainError);

const allowedOrigins = z
  .array(allowedOrigin, originsError)
  .max(workspaceLimits.originsMax, originsError)
  .overwrite((origins) => [...new Set(origins)]);

const timezone = z
  .string(timezoneError)
  .refine((name) => canonicalTimezone(name) !== undefined, timezoneError)
  .overwrite(inCanonicalCase);

const descriptions = {
  name: 'Name of the site.',
  timezone: 'IANA name of the time zone that the dashboard shows',
  allowedOrigins: 'Hosts whose pages may send events, exact or as *.example.com; empty means any.',
};

export const workspaceInputSchema = z.strictObject({
  name: nameInput.describe(descriptions.name),
  plan: z
    .enum(plans, planError)
    .optional()
    .describe('Determines the rate limit of the analytics API; enterprise is unlimited. Default: enterprise.'),
  domain: siteDomain
    .nullable()
    .optional()
    .describe(
      "The site's own host: the default of the allowed origins. Visits that come from another of its hosts count as direct.",
    ),
  timezone: timezone.nullable().optional().describe(`${descriptions.timezone}.`),
  allowedOrigins: allowedOrigins.optional().describe(descriptions.allowedOrigins),
});
export type WorkspaceInput = z.output<typeof workspaceInputSchema>;

export const workspacePatchSchema = workspaceInputSchema.partial();
export type WorkspacePatch = z.output<typeof workspacePatchSchema>;

export const workspaceSchema = z.strictObject({
  workspaceId,
  name: z.string().describe(descriptions.name),
  plan: z.enum(plans).describe('Determines the rate limit of the analytics API.'),
  domain: z.string().nullable().describe("The site's own host; null if not set."),
  timezone: z.string().nullable().describe(`${descriptions.timezone}; null if not set.`),
  allowedOrigins: z.array(z.string()).describe(descriptions.allowedOrigins),
  createdAt,
});
export type Workspace = z.output<typeof workspaceSchema>;

/** Returns the name of a time zone in the letter case of the IANA database. One that the runtime names differently is kept: people know `Asia/Kolkata`, not `Asia/Calcutta`. */
function inCanonicalCase(name: string): string {
  const canonical = canonicalTimezone(name);
  return canonical?.toLowerCase() === name.toLowerCase() ? canonical : name;
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
