/** The output for names that were stored before they were validated, and for responses of other servers. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, listenLocally } from '@footfall/test-servers';
import { footfall } from '../program.fixture.ts';
import { renderTable } from './table.ts';
import { writeFileText } from './terminal.ts';

const name = 'Shop\u001b]0;owned\u0007\u009b2J\u202egnp\u007f\nws_0000000000000000  forged';
const workspace = {
  workspaceId: 'ws_0123456789abcdefghij',
  name,
  plan: 'pro',
  domain: null,
  timezone: null,
  allowedOrigins: ['\u001b[31mred.example'],
  createdAt: '2026-03-01T10:00:00.000Z',
};
/** Everything but printable characters and line ends. */
const raw = /[^\P{C}\n]|[\u2028\u2029]/u;

let server: Server;
let port: number;
beforeAll(async () => {
  server = createServer((request, response) => {
    const isList = request.method === 'GET';
    response.statusCode = isList ? 200 : 400;
    const error = { code: 'BAD_REQUEST', message: 'no\u001b[2J good\n\u009b31mError: something else' };
    response.end(JSON.stringify(isList ? { success: true, data: [workspace] } : { success: false, error }));
  });
  port = await listenLocally(server);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

function run(args: string) {
  return footfall(`${args} --api http://127.0.0.1:${port}`, { ADMIN_TOKEN: 'a-token-for-tests' });
}

describe('the terminal', () => {
  it('G13 receives escapes instead of control characters, and one line for each workspace', async () => {
    const { status, stdout } = await run('workspaces list');
    expect(status).toBe(0);
    expect(stdout).not.toMatch(raw);
    expect(stdout).toContain('Shop\\u001b]0;owned\\u0007\\u009b2J\\u202egnp\\u007f\\u000aws_');
    expect(stdout.trimEnd().split('\n')).toHaveLength(2);
  });

  it('G13 receives JSON with the same values and no control character', async () => {
    const { stdout } = await run('workspaces list --json');
    expect(stdout).not.toMatch(raw);
    expect(JSON.parse(stdout)).toEqual([workspace]);
  });

  it("G13 receives a server's message as one line without control characters", async () => {
    const { status, stderr } = await run('workspaces create Shop');
    expect(status).toBe(1);
    expect(stderr).toBe('Error: no\\u001b[2J good\\u000a\\u009b31mError: something else (BAD_REQUEST)\n');
  });

  it.each([
    [true, 'path\n/\\u001b[2J\n'],
    [false, 'path\r\n/\u001b[2J\r\n'],
  ])(
    'G13 receives the text of a file with escapes, and a file or a pipe receives it unchanged (terminal: %s)',
    (isTTY, text) => {
      const before = process.stdout.isTTY;
      const write = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
      try {
        process.stdout.isTTY = isTTY;
        writeFileText('path\r\n/\u001b[2J\r\n');
        expect(write.mock.calls).toEqual([[text]]);
      } finally {
        process.stdout.isTTY = before;
        write.mockRestore();
      }
    },
  );

  it('receives the reason if stdout cannot be written, and no message if its reader has ended', async () => {
    await build();
    const main = join(__dirname, '../../dist/main.js');
    const help = `'${process.execPath}' '${main}' --help`;
    const { status, stderr } = spawnSync('sh', ['-c', `${help} > /dev/full`], { encoding: 'utf8' });
    expect(stderr).toBe('Error: the output could not be written: no space left on device\n');
    expect(status).toBe(1);
    const ended = spawnSync('bash', ['-c', `${help} | true; echo "$PIPESTATUS"`], { encoding: 'utf8' });
    expect(ended).toMatchObject({ stdout: '0\n', stderr: '' });
  });

  it('receives one line if .env cannot be read', async () => {
    await build();
    const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'footfall-env-')));
    mkdirSync(join(cwd, '.env'));
    const main = join(__dirname, '../../dist/main.js');
    const { status, stderr } = spawnSync(process.execPath, [main, 'sign-in'], { cwd, encoding: 'utf8' });
    rmSync(cwd, { recursive: true });
    expect(stderr).toBe(`Error: ${cwd}/.env cannot be read: EISDIR: illegal operation on a directory, read\n`);
    expect(status).toBe(1);
  });

  it('G13 receives a table without line breaks in its cells', () => {
    expect(renderTable(['name'], [['one\ntwo'], ['three']]).split('\n')).toEqual(['NAME', 'one\\u000atwo', 'three']);
  });
});
