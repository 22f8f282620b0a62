/** The output of the audit for a registry's response, and for the list that replaces it. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(__dirname, '..');
const advisory = {
  id: 1,
  url: 'https://github.com/advisories/GHSA-aaaa-bbbb-cccc',
  title: 'Something bad',
  vulnerable_versions: '<99',
  cwe: [],
  cvss: { score: 0, vectorString: '' },
};

let registry: Server;
let answer: { status: number; body: unknown };
let directory: string;

beforeAll(async () => {
  registry = createServer((request, response) => {
    request.resume();
    response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer.body));
  });
  await once(registry.listen(0, '127.0.0.1'), 'listening');
  directory = mkdtempSync(join(tmpdir(), 'footfall-audit-'));
});
afterAll(() => {
  registry.closeAllConnections();
  registry.close();
  rmSync(directory, { recursive: true });
});

/** Runs the audit of the repository at `path` with `args` against the registry, which serves no packages. */
function audit(path: string, ...args: string[]): Promise<{ status: number; stdout: string }> {
  const { port } = Object(registry.address());
  const env = { ...process.env, pnpm_config_registry: `http://127.0.0.1:${port}/` };
  return new Promise((resolve) => {
    execFile(process.execPath, [join(path, 'scripts/audit.mjs'), ...args], { env }, (error, stdout) => {
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
    answer = { status: 200, body };
    expect(await audit(root)).toEqual({ status: 0, stdout: 'Audit: nothing of high or critical severity is known\n' });
  });

  it('fails with the package, the advisory and the dependent packages', async () => {
    answer = { status: 200, body: { express: [{ ...advisory, severity: 'high' }] } };
    const { status, stdout } = await audit(root);
    expect(status).toBe(1);
    expect(stdout).toMatch(/^Audit: high: express [\d.]+: Something bad \(GHSA-aaaa-bbbb-cccc\)\n/);
    expect(stdout).toContain('packages__http>express');
    const report = JSON.parse((await audit(root, '--json')).stdout);
    expect(report).toMatchObject({ source: 'registry', findings: [{ package: 'express', severity: 'high' }] });
  });

  it('passes with a warning in one line if the registry returns no advisories', async () => {
    answer = { status: 405, body: {} };
    const { status, stdout } = await audit(root);
    expect(status).toBe(0);
    expect(stdout).toMatch(
      /^Audit: the registry returned no advisories \(responded with 405\).*\nAudit: nothing .*\n$/,
    );
  });

  it('finds packages of the list in the lockfile if the registry returns no advisories', async () => {
    answer = { status: 405, body: {} };
    mkdirSync(join(directory, 'scripts'));
    for (const file of ['package.json', 'scripts/audit.mjs', 'scripts/advisories.json']) {
      cpSync(join(root, file), join(directory, file));
    }
    symlinkSync(join(root, 'node_modules'), join(directory, 'node_modules'));
    const lockfile = readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8');
    writeFileSync(
      join(directory, 'pnpm-lock.yaml'),
      lockfile.replace(/^ {2}body-parser@[\d.]+:$/m, '  body-parser@1.20.2:'),
    );
    const { status, stdout } = await audit(directory);
    expect(status).toBe(1);
    expect(stdout).toContain('Audit: high: body-parser 1.20.2: ');
  });

  it('lists only packages that are in the lockfile', () => {
    const { advisories } = JSON.parse(readFileSync(join(root, 'scripts/advisories.json'), 'utf8'));
    const lockfile = readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8');
    const strangers = advisories.filter((one: { package: string }) => !lockfile.includes(`${one.package}@`));
    expect(strangers).toEqual([]);
  });
});
