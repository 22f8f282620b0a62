/** Checks that documents and configuration, which are not compiled, are complete and true. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(__dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

describe('docs/adr', () => {
  const files = readdirSync(join(root, 'docs/adr')).filter((name) => /^\d{4}-/.test(name));
  const index = read('docs/adr/README.md');

  it('A29 lists every decision, and explains each number without one', () => {
    const numbers = files.map((name) => Number(name.slice(0, 4)));
    expect(new Set(numbers).size).toBe(files.length);
    for (const name of files) expect(index).toContain(`(${name})`);
    const missing = Array.from({ length: Math.max(...numbers) }, (_, at) => at + 1).filter((n) => !numbers.includes(n));
    const explained = [...index.matchAll(/^\| (\d+)(?: to (\d+))? +\|/gm)].flatMap(([, from, to = from]) =>
      Array.from({ length: Number(to) - Number(from) + 1 }, (_, at) => Number(from) + at),
    );
    expect(missing.filter((number) => !explained.includes(number))).toEqual([]);
  });

  it('A29 describes nothing that does not exist yet', () => {
    const early = files.filter((name) => /(?:do|does) not exist yet|not built yet/.test(read(`docs/adr/${name}`)));
    expect(early).toEqual([]);
  });
});

describe('.ci/run', () => {
  it('A29 states at its top and in its output what it uses outside the clone, and why', () => {
    const [head = '', ...rest] = read('.ci/run').split(/^set -u/m);
    for (const outside of ['npm registry', 'apt-get', 'Docker', '../shared/tools/docker/engine', 'Chromium']) {
      expect(head).toContain(outside);
    }
    expect(rest.join('')).toMatch(/^echo "Outside this clone: /m);
  });
});

describe('infra/systemd/footfall.service', () => {
  it('A33 starts the process with the environment and the arguments of `npm start`', () => {
    const unit = read('infra/systemd/footfall.service');
    const program = "import('./scripts/process-environment.mjs').then((all) => console.log(JSON.stringify(all)))";
    const { stdout } = spawnSync(process.execPath, ['--eval', program], { cwd: root, encoding: 'utf8' });
    const { environment, nodeArguments } = JSON.parse(stdout);
    const given = [...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(([, line = '']) => line.split(' '));
    const wanted = Object.entries(environment).map(([name, value]) => `${name}=${String(value)}`);
    expect(given).toEqual(['NODE_ENV=production', 'DATA_DIR=/var/lib/footfall', ...wanted]);
    expect(unit).toContain(`\nExecStart=/usr/bin/env node ${nodeArguments.join(' ')} apps/standalone/dist/main.js\n`);
  });
});

describe('infra/systemd/footfall', () => {
  /** Returns the environment and the directory in which the wrapper runs the command line with this text in the file of settings. */
  function runWrapper(settings: string, cwd: string) {
    const installed = mkdtempSync(join(tmpdir(), 'footfall-settings-'));
    const file = join(installed, 'footfall.env');
    writeFileSync(file, settings);
    const script = read('infra/systemd/footfall')
      .replaceAll('/etc/footfall.env', file)
      .replaceAll('/opt/footfall', installed)
      .replace(/^exec .*$/m, 'pwd; exec env');
    const { stdout } = spawnSync('sh', ['-c', script], { cwd, env: { PATH: process.env['PATH'] }, encoding: 'utf8' });
    rmSync(installed, { recursive: true });
    const [directory, ...environment] = stdout.split('\n');
    return { installed, directory, environment };
  }

  it('runs in the working directory of the unit, whose .env is read, and resolves files in the directory of the caller', () => {
    const { installed, directory, environment } = runWrapper('', tmpdir());
    expect(directory).toBe(installed);
    expect(environment).toEqual(
      expect.arrayContaining(['DATA_DIR=/var/lib/footfall', 'npm_lifecycle_event=footfall', `INIT_CWD=${tmpdir()}`]),
    );
  });

  it('reads DATA_DIR from the settings, as the unit does', () => {
    expect(runWrapper('DATA_DIR=/srv/footfall', root).environment).toContain('DATA_DIR=/srv/footfall');
  });

  it('reads the settings as systemd does, not as a shell', () => {
    const { environment } = runWrapper(
      `# Comment=1\nTRUST_PROXY=127.0.0.1, 10.0.0.0/8\n\nADMIN_TOKEN=$(id)&;#x \n API_URL = "https://a.example"\nLOG_LEVEL='warn'`,
      root,
    );
    expect(environment).toEqual(
      expect.arrayContaining([
        'TRUST_PROXY=127.0.0.1, 10.0.0.0/8',
        'ADMIN_TOKEN=$(id)&;#x',
        'API_URL=https://a.example',
        'LOG_LEVEL=warn',
        'DATA_DIR=/var/lib/footfall',
      ]),
    );
    expect(environment.join()).not.toContain('Comment');
  });
});

describe('infra/nginx/footfall.conf', () => {
  it('passes the host with its port', () => {
    const conf = read('infra/nginx/footfall.conf');
    for (const name of ['Host', 'X-Forwarded-Host']) expect(conf).toContain(`proxy_set_header ${name} $http_host;`);
  });
});

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;
(hasSystemd ? describe : describe.skip)('systemd-analyze', () => {
  it('A33 accepts the unit, and rates its exposure as low', () => {
    const analyze = (...args: string[]) =>
      spawnSync('systemd-analyze', [...args, join(root, 'infra/systemd/footfall.service')], { encoding: 'utf8' });
    const verified = analyze('verify');
    expect([verified.status, verified.stderr]).toEqual([0, '']);
    expect(analyze('security', '--offline=true', '--threshold=25').status).toBe(0);
  });
});

describe('docs/operating.md', () => {
  it('A33 covers one process as well as servers: memory, disk, backup, upgrade and logs', () => {
    const [, oneProcess = ''] = /^## One process\n(.*?)^## /ms.exec(read('docs/operating.md')) ?? [];
    const topics = [...oneProcess.matchAll(/^### (.*)$/gm)].map(([, topic]) => topic);
    expect(topics).toEqual(
      expect.arrayContaining(['Memory and disk', 'Backup and restore', 'Upgrade', 'Logs and metrics']),
    );
  });
});
