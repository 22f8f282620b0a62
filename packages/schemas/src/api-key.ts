/** The keys of a workspace. */
import { z } from 'zod';
import { createdAt, expiresAtOrNull, expiry, purpose, purposeInput, workspaceId } from './resource-fields.ts';
import { must } from './shown.ts';

export const keyTypes = ['public', 'secret'] as const;
export type KeyType = (typeof keyTypes)[number];

/** The beginning of each key, by its type. */
export const apiKeyPrefixes: Readonly<Record<KeyType, string>> = { public: 'pk_live_', secret: 'sk_live_' };

/** The longest time that a rotated key continues to work: 30 days. */
export const graceSecondsMax = 2_592_000;

const typeError = must(`must be ${keyTypes.join(' or ')}`);
const graceError = must(`must be whole seconds from 0 to ${graceSecondsMax} (30 days)`);

export const keyInputSchema = z.strictObject({
  type: z
    .enum(keyTypes, typeError)
    .describe('A public key only sends events; a secret key reads everything in its workspace.'),
  name: purposeInput,
  expiresAt: expiry,
});
export type KeyInput = z.output<typeof keyInputSchema>;

export const rotationInputSchema = z.strictObject({
  graceSeconds: z
    .int(graceError)
    .min(0, graceError)
    .max(graceSecondsMax, graceError)
    .optional()
    .describe('Seconds for which the old key stays valid. Default: 0.'),
});

const key = {
  keyId: z.string().describe('ID of the key, not the key itself.'),
  type: z.enum(keyTypes).describe('public or secret.'),
  name: purpose,
  createdAt,
  expiresAt: expiresAtOrNull,
};

/** A key as it can be shown again: everything but the secret. */
export const apiKeySchema = z.strictObject({
  ...key,
  workspaceId,
  lastFour: z.string().describe('Last four characters of the key.'),
  revokedAt: z.iso.datetime().nullable().describe('When it was revoked; null if it was not.'),
  lastUsedAt: z.iso.datetime().nullable().describe('When it was last used; null if it never was.'),
});
export type ApiKey = z.output<typeof apiKeySchema>;

/** A new key. */
export const issuedKeySchema = z.strictObject({
  ...key,
  key: z.string().describe('The key. It is shown this once and stored only as a hash.'),
});
