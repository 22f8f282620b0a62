/**
 * Fails if a package that Footfall runs on has a known vulnerability of high or critical severity. The registry
 * knows all published ones; scripts/advisories.json, which is used if no registry responds, has only a fraction.
 * Usage: node scripts/audit.mjs [--json]
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import semver from 'semver';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const read = (file) => readFileSync(join(root, file), 'utf8');
const registryDeadlineMs = 120_000;
const failing = ['high', 'critical'];
/** Workspaces for tests: users of Footfall do not install their dependencies. */
const testWorkspaces = ['packages__testing', 'packages__test-servers', 'bench'];

/** Returns the findings of the registry, or the reason why there are none. */
async function askRegistry() {
  const { output, errors } = await runPnpm(['audit', '--prod', '--json', '--audit-level', 'high']);
  const answer = parsed(output);
  if (answer?.advisories === undefined)
    return { reason: /responded with \d+|timed out/.exec(errors)?.[0] ?? 'no answer' };
  const findings = Object.values(answer.advisories).map((advisory) => ({
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

/** Returns the findings of the repository's own list for the packages in the lockfile, including those for development. */
function checkList(advisories) {
  const versions = installedVersions();
  return advisories.flatMap(({ vulnerable, ...advisory }) => {
    const found = (versions.get(advisory.package) ?? []).filter((version) => semver.satisfies(version, vulnerable));
    return found.length === 0 ? [] : [{ ...advisory, versions: found, paths: [] }];
  });
}

/** Returns the versions by package name, from the keys of the lockfile's list of packages. */
function installedVersions() {
  const versions = new Map();
  for (const [, name, version] of read('pnpm-lock.yaml').matchAll(/^ {2}'?(@?[^@'\s]+)@(\d[^(:']*)'?:$/gm)) {
    versions.set(name, [...(versions.get(name) ?? []), version]);
  }
  return versions;
}

const wantsJson = process.argv.includes('--json');
const say = (line) => wantsJson || console.log(line);

const { reviewed, advisories } = JSON.parse(read('scripts/advisories.json'));
process.stderr.write('Asking the registry for known vulnerabilities ...\n');
const { findings: known, reason } = await askRegistry();
const findings = known ?? checkList(advisories);
if (reason !== undefined) {
  say(
    `Audit: the registry returned no advisories (${reason}); checked only against the ${advisories.length} advisories of ${reviewed}`,
  );
}
for (const { severity, package: name, versions, id, title, paths } of findings) {
  say(
    `Audit: ${severity}: ${name} ${versions.join(', ')}: ${title} (${id})${paths.map((path) => `\n  ${path}`).join('')}`,
  );
}
if (findings.length === 0) say('Audit: nothing of high or critical severity is known');
if (wantsJson)
  console.log(JSON.stringify({ source: known ? 'registry' : 'list', reason, reviewed, findings }, null, 2));
process.exitCode = findings.length === 0 ? 0 : 1;
