/** Every response of the query server forbids framing and has a Content-Security-Policy, whatever the request; only an embedded share may be framed. */
import { findDashboard } from './dashboard/files.ts';
import { startHost, type TestHost } from './host.fixture.ts';

let host: TestHost;
beforeAll(async () => {
  host = await startHost();
});
afterAll(() => host.stop());

const policyOf = async (path: string, method = 'GET') =>
  String((await host.send(path, { method })).headers['content-security-policy']);

it.each([
  ['the page', '/'],
  ['the page', '/sign-in'],
  ['the page', '/settings/people'],
  ['the page', '/share/token'],
  ['the page', '/share/token?embed=false'],
  ['the documentation', '/docs'],
  ['the documentation', '/docs/'],
  ['the documentation', '/openapi.json'],
  ['the admin API', '/admin/v1/me'],
  ['the admin API', '/admin/v1/nothing'],
  ['the analytics API', '/api/v1/analytics/overview'],
  ['the analytics API', '/api/v1/nothing?embed=true'],
  ['operations', '/healthz'],
  ['operations', '/metrics'],
  ['nothing', '/nothing?embed=true'],
])('%s: %s', async (_, path) => {
  for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS']) {
    const policy = await policyOf(path, method);
    expect(policy).toMatch(/(^|; ?)default-src '(none|self)'/);
    expect(policy).toMatch(/frame-ancestors 'none'(;|$)/);
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
  }
});

it('but not a share that is embedded', async () => {
  // If the dashboard has not been built, its paths respond with that message.
  const expected = findDashboard() === undefined ? "frame-ancestors 'none'" : 'frame-ancestors *';
  expect(await policyOf('/share/token?embed=true')).toContain(expected);
});
