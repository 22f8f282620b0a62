/** The admin API of keys. */
import { always, apiKeySchema, issuedKeySchema, keyInputSchema, rotationInputSchema } from '@footfall/schemas';
import type { IssuedKey } from '@footfall/warehouse';
import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { requireFuture } from './require-future.ts';

const issuedKey = issuedKeySchema.meta({ id: 'IssuedKey' });

export const listKeys = defineRoute({
  id: 'listKeys',
  summary: 'List the keys of a workspace.',
  method: 'get',
  path: '/workspaces/:workspaceId/keys',
  data: z.array(apiKeySchema).meta({ id: 'Keys' }),
  async handle({ keyStore }, { params }) {
    // Stores recent uses first, because the list is read from the store.
    await keyStore.flushLastUsed();
    return keyStore.listKeys(params.workspaceId);
  },
});

export const createKey = defineRoute({
  id: 'createKey',
  summary: 'Create a key.',
  method: 'post',
  path: '/workspaces/:workspaceId/keys',
  body: keyInputSchema.meta({ id: 'KeyInput' }),
  data: issuedKey,
  status: 201,
  async handle({ keyStore, now }, { params, body }) {
    requireFuture(body.expiresAt, now());
    return issued(await keyStore.createKey(params.workspaceId, body));
  },
});

export const rotateKey = defineRoute({
  id: 'rotateKey',
  summary: 'Replace a key with a new one.',
  method: 'post',
  path: '/keys/:keyId/rotate',
  body: rotationInputSchema.meta({ id: 'RotationInput' }),
  data: issuedKey,
  status: 201,
  async handle({ keyStore, onKeyRotated }, { params: { keyId }, body: { graceSeconds = 0 } }) {
    const rotated = await keyStore.rotateKey(keyId, graceSeconds);
    await onKeyRotated?.(keyId, rotated.key);
    return issued(rotated);
  },
});

export const revokeKey = defineRoute({
  id: 'revokeKey',
  summary: 'Revoke a key.',
  method: 'delete',
  path: '/keys/:keyId',
  data: apiKeySchema.pick({ keyId: true }).extend({ revoked: always }).meta({ id: 'KeyRevoked' }),
  async handle({ keyStore }, { params: { keyId } }) {
    await keyStore.revokeKey(keyId);
    return { keyId, revoked: true };
  },
});

/** Returns a new key as it is shown, once. */
function issued({ keyId, key, type, name, createdAt, expiresAt }: IssuedKey) {
  return { keyId, key, type, name, createdAt, expiresAt };
}
