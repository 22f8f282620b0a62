/** Workspaces for tests of the whole product, through its admin API. */
import { responseFrom } from '@footfall/test-servers';

export const adminToken = 'the-token-of-a-test';

/** A workspace and a key of each type. */
export interface Workspace {
  workspaceId: string;
  publicKey: string;
  secretKey: string;
}

/** Calls the admin API at `url` with `adminToken`; resolves with the `data` of the response, rejects unless it succeeds. */
export async function administer(url: string, method: string, path: string, body?: object): Promise<unknown> {
  const response = await responseFrom(`${url}/admin/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return JSON.parse(text).data;
}

/** Creates a workspace at `url`; the plan `enterprise` has no rate limits. */
export async function createWorkspace(url: string, fields: object): Promise<Workspace> {
  const { workspaceId } = Object(await administer(url, 'POST', '/workspaces', { name: 'Test', ...fields }));
  const keyOf = async (type: string) =>
    Object(await administer(url, 'POST', `/workspaces/${workspaceId}/keys`, { type })).key;
  return { workspaceId, publicKey: await keyOf('public'), secretKey: await keyOf('secret') };
}
