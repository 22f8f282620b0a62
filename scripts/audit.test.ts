/** The output of the audit for a registry's response. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';

const advisory = {
  id: 1,
  url: 'https://github.com/advisories/GHSA-aaaa-bbbb-cccc',
  title: 'Something bad',
  vulnerable_versions: '<99',
  cwe: [],
  cvss: { score: 0, vectorString: '' },
};

let registry: Server;
let planned: { status: number; body: unknown };

beforeAll(async () => {
  registry = createServer((request, response) => {
    request.resume();
    response.writeHead(planned.status, { 'Content-Type': 'application/json' }).end(JSON.stringify(planned.body));
  });
  await once(registry.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => {
  registry.closeAllConnections();
  registry.close();
});

/** Runs the audit with `args` against the registry, which serves no packages. */
function audit(...args: string[]): Promise<{ status: number; stdout: string }> {
  const { port } = Object(registry.address());
  const env = { ...process.env, pnpm_config_registry: `http://127.0.0.1:${port}/` };
  return new Promise((resolve) => {
    execFile(process.execPath, [join(__dirname, 'audit.mjs'), ...args], { env }, (error, stdout) => {
      resolve({ status: Number(error?.code ?? 0), stdout });
    });
  });
}

describe('the audit', () => {
  it('passes if vulnerabilities of high or critical severity are only in dependencies of tests', async () => {
    const body = {
      qs: [{ ...advisory, severity: 'moderate' }],
      testcontainers: [{ ...advisory, severity: 'critical' }],
    };
    planned = { status: 200, body };
    expect(await audit()).toEqual({ status: 0, stdout: 'Audit: nothing of high or critical severity is known\n' });
  });

  it('fails with the package, the advisory and the dependent packages', async () => {
    planned = { status: 200, body: { express: [{ ...advisory, severity: 'high' }] } };
    const { status, stdout } = await audit();
    expect(status).toBe(1);
    expect(stdout).toMatch(/^Audit: high: express [\d.]+: Something bad \(GHSA-aaaa-bbbb-cccc\)\n/);
    expect(stdout).toContain('packages__http>express');
    const report = JSON.parse((await audit('--json')).stdout);
    expect(report).toMatchObject({ findings: [{ package: 'express', severity: 'high' }] });
  });

  it('passes if the registry returns no advisories, and prints one line that says so', async () => {
    planned = { status: 405, body: {} };
    expect(await audit()).toEqual({
      status: 0,
      stdout: 'Audit: nothing was checked, because the registry returned no advisories (responded with 405)\n',
    });
    expect(JSON.parse((await audit('--json')).stdout)).toEqual({ reason: 'responded with 405' });
  });
});
