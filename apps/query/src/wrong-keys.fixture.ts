/** Every way in which a request can lack a valid key. */
import type { TestHost } from './host.fixture.ts';

type Headers = Readonly<Record<string, string>>;

/** Headers by the reason why they are invalid; `key` is a valid key of the workspace. */
export async function wrongKeys(host: TestHost, workspaceId: string, key: string): Promise<Record<string, Headers>> {
  const revoked = await host.keyStore.createKey(workspaceId, { type: 'secret' });
  await host.keyStore.revokeKey(revoked.keyId);
  const expired = await host.keyStore.createKey(workspaceId, {
    type: 'secret',
    expiresAt: new Date(host.now() + 1_000).toISOString(),
  });
  host.passSeconds(1);
  return {
    none: {},
    'an empty header': { authorization: '' },
    'a scheme alone': { authorization: 'Bearer' },
    'no scheme': { authorization: key },
    'another scheme': { authorization: `Basic ${key}` },
    'two keys in one header': { authorization: `Bearer ${key} ${key}` },
    'one character less': { authorization: `Bearer ${key.slice(0, -1)}` },
    'lower case': { authorization: `Bearer ${key.toLowerCase()}` },
    unknown: { authorization: `Bearer sk_live_${'0'.repeat(32)}` },
    '10 KB': { 'x-api-key': 'a'.repeat(10 * 1024) },
    SQL: { 'x-api-key': "' OR 1=1 --" },
    revoked: { 'x-api-key': revoked.key },
    expired: { 'x-api-key': expired.key },
    'two headers that differ': { authorization: `Bearer ${key}`, 'x-api-key': expired.key },
  };
}
