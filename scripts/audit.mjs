/**
 * Fails if a package that Footfall runs on has a known vulnerability of high or critical severity. If the registry does
 * not respond, nothing can be checked, and the audit says so.
 * Usage: node scripts/audit.mjs [--json]
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const read = (file) => readFileSync(join(root, file), 'utf8');
const registryDeadlineMs = 120_000;
const failing = ['high', 'critical'];
/** Workspaces for tests: users of Footfall do not install their dependencies. */
const testWorkspaces = ['packages__testing', 'packages__test-servers', 'bench'];

/** Returns the findings of the registry, or the reason why there are none. */
async function readRegistry() {
  const { output, errors } = await runPnpm(['audit', '--prod', '--json', '--audit-level', 'high']);
  const response = parsed(output);
  if (response?.advisories === undefined)
    return { reason: /responded with \d+|timed out/.exec(errors)?.[0] ?? 'no response' };
  const findings = Object.values(response.advisories).map((advisory) => ({
    package: advisory.module_name,
    versions: advisory.findings.map(({ version }) => version),
    severity: advisory.severity,
    id: advisory.github_advisory_id ?? advisory.url,
    title: advisory.title,
    paths: advisory.findings
      .flatMap(({ paths }) => paths)
      .filter((path) => !testWorkspaces.includes(path.split('>')[0])),
  }));
  return { findings: findings.filter(({ severity, paths }) => failing.includes(severity) && paths.length > 0) };
}

function runPnpm(args) {
  const { version } = JSON.parse(read('package.json')).devEngines.packageManager;
  const npx = ['--yes', '--prefer-offline', `pnpm@${version}`, ...args];
  const child = spawn('npx', npx, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], timeout: registryDeadlineMs });
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (errors += chunk));
  return new Promise((resolve) => {
    child.on('error', ({ message }) => resolve({ output: '', errors: message }));
    child.on('close', (_code, signal) => resolve({ output, errors: signal === null ? output + errors : 'timed out' }));
  });
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const wantsJson = process.argv.includes('--json');
const say = (line) => wantsJson || console.log(line);

process.stderr.write('Looking up known vulnerabilities ...\n');
const { findings, reason } = await readRegistry();
if (reason !== undefined) say(`Audit: nothing was checked, because the registry returned no advisories (${reason})`);
for (const { severity, package: name, versions, id, title, paths } of findings ?? []) {
  say(`Audit: ${severity}: ${name} ${versions.join(', ')}: ${title} (${id})`);
  for (const path of paths) say(`  ${path}`);
}
if (findings?.length === 0) say('Audit: nothing of high or critical severity is known');
if (wantsJson) console.log(JSON.stringify({ reason, findings }, null, 2));
process.exitCode = findings?.length > 0 ? 1 : 0;
