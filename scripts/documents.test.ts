/** Documents that nothing compiles: checks that they are complete and true. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

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
  it('A29 says at its top, and when it runs, what it uses outside the clone and why', () => {
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
  it('reads the settings as systemd does, not as a shell', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'footfall-settings-')), 'footfall.env');
    writeFileSync(
      file,
      `# Comment=1\nTRUST_PROXY=127.0.0.1, 10.0.0.0/8\n\nADMIN_TOKEN=$(id)&;#x \n API_URL = "https://a.example"\nLOG_LEVEL='warn'`,
    );
    const script = read('infra/systemd/footfall')
      .replaceAll('/etc/footfall.env', file)
      .replace(/^exec .*$/m, 'exec env');
    const { stdout } = spawnSync('sh', ['-c', script], { env: { PATH: process.env['PATH'] }, encoding: 'utf8' });
    rmSync(dirname(file), { recursive: true });
    expect(stdout.split('\n')).toEqual(
      expect.arrayContaining([
        'TRUST_PROXY=127.0.0.1, 10.0.0.0/8',
        'ADMIN_TOKEN=$(id)&;#x',
        'API_URL=https://a.example',
        'LOG_LEVEL=warn',
        'DATA_DIR=/var/lib/footfall',
      ]),
    );
    expect(stdout).not.toContain('Comment');
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
