/** The admin API of keys. */
import type { IssuedKey } from '@footfall/auth';
import { keyInputSchema, rotationInputSchema } from '@footfall/schemas';
import type { AdminDeps } from '../admin-deps.ts';
import { readBody, requireFuture } from './input.ts';
import { announceChange } from './announce.ts';
import type { Handlers } from '../route.ts';

export function keyRoutes(deps: AdminDeps) {
  const { keyStore, authenticator, now } = deps;
  return {
    async 'GET /workspaces/:workspaceId/keys'({ id }) {
      // Otherwise only this process would know of a use in the last seconds.
      await authenticator.flushLastUsed();
      return { data: await keyStore.listKeys(id('workspaceId')) };
    },
    async 'POST /workspaces/:workspaceId/keys'({ request, id }) {
      const input = requireFuture(readBody(keyInputSchema, request), now());
      const key = await keyStore.createKey(id('workspaceId'), input);
      await announceChange(deps);
      return { status: 201, data: issued(key) };
    },
    async 'POST /keys/:keyId/rotate'({ request, id }) {
      const { graceSeconds = 0 } = readBody(rotationInputSchema, request);
      const key = await keyStore.rotateKey(id('keyId'), graceSeconds);
      await announceChange(deps);
      return { status: 201, data: issued(key) };
    },
    async 'DELETE /keys/:keyId'({ id }) {
      const keyId = id('keyId');
      await keyStore.revokeKey(keyId);
      await announceChange(deps);
      return { data: { keyId, revoked: true } };
    },
  } satisfies Partial<Handlers>;
}

/** Returns a new key as it is shown, once. */
function issued({ keyId, key, type, name, createdAt, expiresAt }: IssuedKey) {
  return { keyId, key, type, name, createdAt, expiresAt };
}
