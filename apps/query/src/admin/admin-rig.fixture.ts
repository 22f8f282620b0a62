/** The admin API as the holder of its token calls it, beside an analytics API with one endpoint. */
import { gatedQuery } from '../responses/gated-query.fixture.ts';
import { adminToken, startHost, type TestHost, type TestReply } from '../host.fixture.ts';

/** Starts the app before the first test of a file. */
export class AdminRig {
  host!: TestHost;

  constructor() {
    beforeAll(async () => {
      const probe = gatedQuery('probe');
      probe.open();
      this.host = await startHost([probe.query]);
    });
    afterAll(() => this.host.stop());
  }

  /** Makes a call with a body: a text as it is, or an object as JSON. */
  async call(method: string, path: string, body?: unknown, token = adminToken): Promise<TestReply> {
    const headers: Record<string, string> = { authorization: `Bearer ${token}` };
    if (body === undefined) return this.host.send(`/admin/v1${path}`, { method, headers });
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return this.host.send(`/admin/v1${path}`, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      body: text,
    });
  }

  /** Creates a workspace, and returns its ID. */
  async newWorkspace(): Promise<string> {
    return String(dataOf(await this.call('POST', '/workspaces', { name: 'Shop' }), 201)['workspaceId']);
  }

  async newKey(workspaceId: string, input: object = { type: 'secret' }): Promise<{ keyId: string; key: string }> {
    const data = dataOf(await this.call('POST', `/workspaces/${workspaceId}/keys`, input), 201);
    return { keyId: String(data['keyId']), key: String(data['key']) };
  }

  /** Returns the status of an analytics request with a key. */
  async statusOf(key: string): Promise<number> {
    return (await this.host.get('/api/v1/analytics/probe', { 'x-api-key': key })).status;
  }
}

/** Returns the `data` of a successful response. */
export function dataOf(reply: TestReply, status = 200): Record<string, unknown> {
  expect({ status: reply.status, body: reply.json() }).toEqual({
    status,
    body: { success: true, data: expect.anything() },
  });
  expect(reply.headers['cache-control']).toBe('no-store');
  expect(reply.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  return Object(Object(reply.json()).data);
}
