/**
 * The script behind `npm start`, `npm test`, `pnpm footfall` and `pnpm bench`: installs and builds what is missing, then runs
 * the requested process. Plain JavaScript with Node's modules only, because nothing may be installed yet.
 */
import { spawn } from 'node:child_process';
import { accessSync, constants as access, readdirSync, readFileSync, statSync } from 'node:fs';
import { constants, homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { environment, nodeArguments } from './process-environment.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const nodeNeeded = [20, 19];
const forwardedSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
/** npm passes on a Ctrl-C that the terminal has already sent to this process: within this time, two signals count as one. */
const sameSignalMs = 500;
/** The interval at which this process checks that the npm or pnpm that started it is still running. */
const parentCheckMs = 1_000;
const ancestorsMax = 8;

const dashboard = join(root, 'apps/dashboard');
const bin = (path) => join(root, 'node_modules', path);
/** Tests allocate much that is soon garbage: with the default of 16 MB, more of it survives until the heap is marked as a whole. Workers inherit it. */
const testArguments = ['--max-semi-space-size=64'];
const tasks = {
  start: {
    build: 'apps/standalone',
    servesFiles: true,
    command: [...nodeArguments, join(root, 'apps/standalone/dist/main.js')],
  },
  footfall: { build: 'apps/cli', command: [join(root, 'apps/cli/dist/main.js')] },
  bench: { build: '.', servesFiles: true, command: [join(root, 'bench/dist/performance.js')] },
  test: { build: undefined, command: [...testArguments, bin('jest/bin/jest.js')] },
};

const dashboardBuild = {
  inputs: [
    ...['src', 'build', 'index.html', 'vite.config.ts'].map((name) => join(dashboard, name)),
    join(root, 'packages/client/src'),
    join(root, 'docs/metrics.md'),
  ],
  index: join(dashboard, 'dist/site/index.html'),
  command: [process.execPath, join(dashboard, 'build/build.mjs')],
};

/** Returns the reason why this machine cannot run Footfall, in one line; undefined if it can. */
function machineProblem() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < nodeNeeded[0] || (major === nodeNeeded[0] && minor < nodeNeeded[1])) {
    return `Node ${process.versions.node} is too old: Footfall needs Node ${nodeNeeded.join('.')} or later (https://nodejs.org).`;
  }
  if (process.platform === 'win32') {
    return 'Windows has no embedded ClickHouse: run Footfall in WSL 2 or in Docker.';
  }
  if (process.platform === 'linux' && process.report.getReport().header.glibcVersionRuntime === undefined) {
    return 'This Linux uses musl (Alpine), for which there is no embedded ClickHouse: use one with glibc, such as Debian.';
  }
  return undefined;
}

function contents(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** pnpm keeps a copy of the lockfile that it installed: if it is equal to ours, there is nothing to install. */
function isInstalled() {
  const installed = contents(bin('.pnpm/lock.yaml'));
  return installed !== undefined && installed === contents(join(root, 'pnpm-lock.yaml'));
}

/** Runs a program to its end, and shows only the latest line of its output that `progress` accepts. */
function runQuietly(title, [command, ...args], progress) {
  const { promise, resolve, reject } = withResolvers();
  const onTerminal = process.stderr.isTTY;
  const startedAt = Date.now();
  let output = '';
  process.stderr.write(onTerminal ? `${title} ...` : `${title} ...\n`);
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  const onOutput = (chunk) => {
    output += chunk;
    const line = onTerminal ? output.match(progress)?.at(-1) : undefined;
    // A line that wraps would stay on the screen.
    if (line) process.stderr.write(`\r\x1b[K${`${title}: ${line}`.slice(0, process.stderr.columns - 1)}`);
  };
  child.stdout.on('data', onOutput);
  child.stderr.on('data', onOutput);
  child.on('error', reject);
  child.on('close', (code) => {
    if (onTerminal) process.stderr.write('\r\x1b[K');
    if (code === 0) {
      process.stderr.write(`${title}: done in ${((Date.now() - startedAt) / 1000).toFixed(1)} s\n`);
      resolve();
    } else {
      process.stderr.write(output);
      reject(new Error(`${title} failed (see above)`));
    }
  });
  return promise;
}

function withResolvers() {
  const parts = {};
  parts.promise = new Promise((resolve, reject) => Object.assign(parts, { resolve, reject }));
  return parts;
}

async function install() {
  if (isInstalled()) return;
  const command = [...pnpm(), 'install', '--reporter=append-only'];
  try {
    await runQuietly('Installing packages', command, /(?<=Progress: ).*/g);
  } catch (error) {
    throw new Error([error.message, homeProblem()].filter(Boolean).join(': '), { cause: error });
  }
}

/** Returns the reason why npm and pnpm cannot use the home directory, where they keep what they download; undefined if they can. */
function homeProblem() {
  const home = homedir();
  try {
    accessSync(home, access.W_OK);
    return undefined;
  } catch {
    return `${home} does not exist or cannot be written: set HOME to a directory that can`;
  }
}

/** Returns the pnpm that this process runs under, or the one from npx. */
function pnpm() {
  const isOurs = process.env.npm_config_user_agent?.startsWith('pnpm/') && process.env.npm_execpath;
  if (isOurs) return [process.env.npm_execpath];
  const { version } = JSON.parse(contents(join(root, 'package.json'))).devEngines.packageManager;
  return ['npx', '--yes', `pnpm@${version}`];
}

/** Returns the command that runs the command line, for messages that show a command to copy. */
function calledAs() {
  return process.env.npm_config_user_agent?.startsWith('pnpm/') ? 'pnpm footfall' : 'npm run footfall --';
}

async function build(project) {
  const tsc = [process.execPath, bin('typescript/bin/tsc'), '-b', join(root, project)];
  // An up-to-date build ends at once and prints nothing.
  const isBuilt = contents(join(root, project, 'dist/main.js')) !== undefined;
  if (isBuilt) return run(tsc);
  await runQuietly('Building', tsc, /$^/g);
  return 0;
}

/** Builds the files that the compiler does not: the tracker and the dashboard for browsers. */
async function buildFiles() {
  const status = await run([process.execPath, join(root, 'packages/tracker/dist/scripts/write-scripts.js')]);
  if (status !== 0) return status;
  const { inputs, index, command } = dashboardBuild;
  if (!isNewer(index, inputs)) await runQuietly('Building the dashboard', command, /$^/g);
  return 0;
}

/** Returns true if a built file is newer than its inputs: files, and folders with everything in them. */
function isNewer(built, inputs) {
  const builtAtMs = changedAtMs(built);
  if (builtAtMs === undefined) return false;
  const files = inputs.flatMap((input) =>
    statSync(input).isDirectory() ? readdirSync(input, { recursive: true }).map((name) => join(input, name)) : input,
  );
  return Math.max(...[...files, join(root, 'pnpm-lock.yaml')].map(changedAtMs)) < builtAtMs;
}

function changedAtMs(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs;
}

/**
 * Runs a program to its end and returns its exit status, which is that of a shell if a signal ended it. A watched program has a separate session, so that it receives a Ctrl-C once, from
 * this process; it has a channel to this process, and ends when that closes because this process was killed.
 */
function run([command, ...args], options = {}) {
  const { promise, resolve, reject } = withResolvers();
  const child = spawn(command, args, {
    stdio: options.watched ? ['inherit', 'inherit', 'inherit', 'ipc'] : 'inherit',
    detached: options.watched === true,
    cwd: options.cwd,
    env: { ...environment, FOOTFALL_COMMAND: calledAs(), ...process.env },
  });
  const stopForwarding = forwardSignals(child);
  child.on('error', reject);
  child.on('exit', (code, signal) => {
    stopForwarding();
    if (signal && !forwardedSignals.includes(signal)) {
      console.error(`The process was ended by ${signal}; the log of the system may say why`);
    }
    resolve(signal ? 128 + constants.signals[signal] : code);
  });
  return promise;
}

function forwardSignals(child) {
  let lastAt = -Infinity;
  const forward = (signal) => {
    const now = performance.now();
    if (now - lastAt >= sameSignalMs) child.kill(signal);
    lastAt = now;
  };
  for (const signal of forwardedSignals) process.on(signal, forward);
  const watch = watchParents(() => {
    // The signal that ended them, such as that of a closed terminal, may have reached this process as well, and a second one would interrupt the shutdown.
    if (lastAt === -Infinity) child.kill('SIGTERM');
  });
  return () => {
    clearInterval(watch);
    for (const signal of forwardedSignals) process.off(signal, forward);
  };
}

/** A killed npm or pnpm passes no signal on: if one that this process runs under has ended, the result is no longer needed. */
function watchParents(onGone) {
  if (process.env.npm_lifecycle_event === undefined) return undefined;
  const parents = managersAbove();
  const timer = setInterval(() => {
    if (managersAbove() === parents) return;
    clearInterval(timer);
    onGone();
  }, parentCheckMs);
  timer.unref();
  return timer;
}

/** Returns the processes from the parent up to the topmost npm, npx or pnpm, with the shells between them; only the parent if there is no /proc. */
function managersAbove() {
  const pids = [];
  let managers = 1;
  for (let pid = process.ppid; pid > 1 && pids.length < ancestorsMax;) {
    pids.push(pid);
    const [, name = '', parent = '0'] = /\((.*)\) \S (\d+)/.exec(contents(`/proc/${pid}/stat`) ?? '') ?? [];
    if (/^(p?npm|npx)/.test(name)) managers = pids.length;
    pid = Number(parent);
  }
  return pids.slice(0, managers).join(' ');
}

async function main([name, ...args]) {
  const problem = name ? machineProblem() : 'Usage: node scripts/run.mjs <task or script> [arguments]';
  if (problem !== undefined) {
    console.error(problem);
    return 1;
  }
  await install();
  const task = tasks[name];
  // Any other name is a script of package.json.
  if (task === undefined) return run([...pnpm(), 'run', name, ...args], { cwd: root });
  if (task.build !== undefined && (await build(task.build)) !== 0) return 1;
  if (task.servesFiles && (await buildFiles()) !== 0) return 1;
  const command = [process.execPath, ...task.command, ...args];
  return name === 'test' ? run(command, { cwd: root }) : run(command, { watched: true });
}

process.exitCode = await main(process.argv.slice(2)).catch((error) => {
  console.error(error.message);
  return 1;
});
