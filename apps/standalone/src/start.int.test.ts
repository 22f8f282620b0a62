/** Starts of the real process that exit at once, with a reason or with the version. */
import { execFileSync, spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { listenLocally } from '@footfall/test-servers';
import { directory, ended, launch, root, useProcesses, version } from './process.fixture.ts';

useProcesses();

describe('a start of the standalone process', () => {
  it('names a port that is taken with one line and status 1', async () => {
    const other = createServer();
    const port = await listenLocally(other);
    const { child, output } = launch({ INGEST_PORT: String(port) });
    expect(await ended(child)).toBe(1);
    expect(output.stderr).toMatch(new RegExp(`^port ${port} is already in use .* INGEST_PORT .*\\n$`));
    other.close();
  });

  it.each([
    ['API_PORT', 'seventy', 'must be an integer from 0 to 65535, got "seventy"'],
    ['LOG_LEVEL', 'loud', 'must be one of fatal, error, warn, info, debug, trace, silent, got "loud"'],
    ['INGEST_PORT', '4999', 'must differ from API_PORT, got "4999"'],
  ])('A25 names a bad %s with one line and status 1', async (name, value, rule) => {
    const { child, output } = launch({ API_PORT: '4999', [name]: value });
    expect(await ended(child)).toBe(1);
    expect(output.stderr).toBe(`${name} ${rule}\n`);
  });

  it.each([64, 128, 300])('G18 refuses a limit of %i open files with one line and status 1', async (limit) => {
    const { child, output } = launch({}, `ulimit -n ${limit};`);
    expect(await ended(child)).toBe(1);
    expect(output.stdout).toBe('');
    expect(output.stderr).toMatch(
      new RegExp(`^The limit of open files must be at least \\d+, got ${limit}: raise it with .+\\n$`),
    );
  });

  it('refuses a limit of 8 GiB of address space with one line and status 1', async () => {
    const { child, output } = launch({}, `ulimit -v ${8 * 1024 ** 2};`);
    expect(await ended(child)).toBe(1);
    expect(output.stderr).toMatch(
      /^The limit of address space must be at least 32 GiB, got 8\.0 GiB: .*ulimit -v.*\n$/,
    );
  });
});

it.each(['standalone', 'ingest', 'query', 'consumer', 'cli'])('A25 prints the version of %s for --version', (app) => {
  const main = join(root, `apps/${app}/dist/main.js`);
  expect(execFileSync(process.execPath, [main, '--version'], { cwd: directory, encoding: 'utf8' })).toBe(
    `${version}\n`,
  );
});

describe('scripts/run.mjs', () => {
  const footfall = (option: string) =>
    execFileSync(process.execPath, [join(root, 'scripts/run.mjs'), 'footfall', option], {
      cwd: directory,
      encoding: 'utf8',
    });

  it('can be started from any directory', () => {
    expect(footfall('--version')).toBe(`${version}\n`);
  });

  it.each([
    ['SIGKILL', 137, 'The process was ended by SIGKILL; the log of the system may say why\n'],
    ['SIGABRT', 134, 'The process was ended by SIGABRT; the log of the system may say why\n'],
    ['SIGTERM', 143, ''],
    ['SIGHUP', 129, ''],
  ] as const)(
    'returns the exit status of a shell if %s ends the process, and names a signal that it does not forward',
    (signal, status, line) => {
      const kill = `process.argv[1].endsWith('cli/dist/main.js') && process.kill(process.pid, '${signal}')`;
      const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(kill)}`;
      const finished = spawnSync(process.execPath, [join(root, 'scripts/run.mjs'), 'footfall'], {
        env: { ...process.env, NODE_OPTIONS },
        encoding: 'utf8',
      });
      expect(finished).toMatchObject({ status, stdout: '', stderr: line });
    },
  );

  it('passes its name to the command line', () => {
    expect(footfall('--help')).toMatch(/^Run commands as (npm run footfall --|pnpm footfall) …/m);
  });
});
