/** `footfall import access-log` next to the whole product. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { until } from '@footfall/test-servers';
import { withProduct } from '../product.fixture.ts';

const rig = withProduct();
const { footfall, json, tenant, read } = rig;

describe('footfall import access-log', () => {
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
  const line = (target: string, agent = firefox, second = '03') =>
    `148.185.218.7 - - [17/May/2015:10:05:${second} +0000] "GET ${target} HTTP/1.1" 200 512 "https://www.google.com/" "${agent}"`;
  const log = [
    line('/'),
    line('/'),
    line('/about', firefox, '33'),
    line('/logo.png'),
    line('/about', 'Googlebot/2.1 (+http://www.google.com/bot.html)'),
    'not a line of a log',
    '',
  ].join('\n');

  function logFile(contents: string | Uint8Array): string {
    const path = join(rig.directory, 'access.log');
    writeFileSync(path, contents);
    return path;
  }

  it('counts each page request once, even in repeated imports, and lists the lines that it left out', async () => {
    const { workspaceId, key } = await tenant();
    const command = `import access-log ${logFile(log)} --host www.example.com --key ${key}`;
    const summary = {
      workspace: { workspaceId, name: 'Test' },
      format: 'combined',
      linesRead: 6,
      sent: 3,
      accepted: 3,
      leftOut: { 'not a page: image': 1, malformed: 1, bot: 1 },
      rejected: {},
    };
    expect(await json(command)).toEqual(summary);
    expect(await json(command)).toEqual(summary);
    // The same site, spelled differently.
    expect(await json(command.replace('www.example.com', 'Example.com:443'))).toEqual(summary);
    expect(await read('overview?start=2015-05-17&end=2015-05-17', key)).toMatchObject({
      pageviews: 3,
      uniqueVisitors: 1,
      sessions: 1,
      avgDuration: 30,
    });
    expect(await read('geo?start=2015-05-17&end=2015-05-17', key)).toMatchObject({
      countries: [{ country: 'GB', visitors: 1 }],
    });
  });

  it('imports a compressed file with the key in credentials.json', async () => {
    const { workspaceId, secretKey } = rig.product.credentials;
    const { stdout, stderr } = await footfall(`import access-log ${logFile(gzipSync(log))} --host www.example.com`);
    expect(stdout).toMatch(/accepted +3\n/);
    expect(stderr).toBe(`Importing into My website (${workspaceId})\n`);
    expect(await read('overview?start=2015-05-17&end=2015-05-17', secretKey)).toMatchObject({ pageviews: 3 });
  });

  it('names the file whose key is no longer valid', async () => {
    const path = join(rig.directory, 'stale', 'credentials.json');
    mkdirSync(join(rig.directory, 'stale'));
    writeFileSync(path, JSON.stringify({ ...rig.product.credentials, secretKey: 'sk_live_0' }));
    const stale = { DATA_DIR: join(rig.directory, 'stale') };
    const { stderr } = await footfall(`import access-log ${logFile(log)} --host www.example.com`, stale);
    expect(stderr).toContain(
      ` (UNAUTHORIZED). The key (${path}) is not valid there: it was revoked or rotated, it has expired, or its workspace was deleted. Set FOOTFALL_KEY to one that footfall keys create ${rig.product.credentials.workspaceId} --type secret prints\n`,
    );
  });

  it('does not send the key in credentials.json to a server that --ingest names', async () => {
    const { status, stdout, stderr } = await footfall(
      `import access-log ${logFile(log)} --host www.example.com --ingest http://in.example`,
    );
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toBe(
      'Error: no secret key: set --key or FOOTFALL_KEY (with --ingest, the one in credentials.json is not used)\n',
    );
  });

  it('refuses a host that is the domain of another workspace, unless --key chooses the workspace', async () => {
    const shop = await json('workspaces create Shop --domain shop.example');
    const { workspaceId, key } = await tenant();
    const command = `import access-log ${logFile(log)} --host www.shop.example`;
    const { status, stdout, stderr } = await footfall(command, { FOOTFALL_KEY: key });
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toBe(
      `Error: www.shop.example is the domain of Shop (${shop['workspaceId']}), but the key (FOOTFALL_KEY) is of Test (${workspaceId}): set --key to the key that footfall keys create ${shop['workspaceId']} --type secret prints\n`,
    );
    expect(await json(`${command} --key ${key}`)).toMatchObject({ accepted: 3 });
    const own = await json(`keys create ${shop['workspaceId']} --type secret`);
    expect(await json(command, { FOOTFALL_KEY: own['key'] ?? '' })).toMatchObject({ workspace: { name: 'Shop' } });
  });

  it('says how many events were accepted before the damage of a file, and that it can be imported again', async () => {
    const { key } = await tenant();
    const pages = Array.from({ length: 5_000 }, (_, index) => `${line(`/${index}-${Math.sin(index)}`)}\n`).join('');
    const whole = gzipSync(pages);
    const path = logFile(whole.subarray(0, whole.length * 0.8));
    const { status, stdout, stderr } = await footfall(`import access-log ${path} --host www.example.com --key ${key}`);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(
      /Error: the gzip data of .*access\.log is damaged or cut short \([1-9][\d,]* events accepted before\)\. The whole log can be imported again: no line is counted twice\n$/,
    );
    const again = await footfall(`import access-log ${path} --host www.example.com --key ${key} --json`);
    expect(again.status).toBe(1);
    const { sent, accepted, error } = JSON.parse(again.stdout);
    expect(sent).toBe(accepted);
    expect(again.stderr).toBe(`Error: ${error}\n`);
    expect(error).toContain(`(${accepted.toLocaleString('en')} events accepted before)`);
    logFile(whole);
    expect(await json(`import access-log ${path} --host www.example.com --key ${key}`)).toMatchObject({
      accepted: 5_000,
    });
    expect(await read('overview?start=2015-05-17&end=2015-05-17', key)).toMatchObject({ pageviews: 5_000 });
  });

  it('says after Ctrl-C how many events were accepted, and that the log can be imported again', async () => {
    const { key } = await tenant();
    const path = join(rig.directory, 'growing.log');
    execFileSync('mkfifo', [path]);
    const command = `import access-log ${path} --host www.example.com --key ${key}`;
    const running = footfall(command);
    const pipe = await open(path, 'w');
    await pipe.write(Array.from({ length: 1_100 }, (_, page) => `${line(`/${page}`)}\n`).join(''));
    await until(async () => Number((await read('overview?start=2015-05-17&end=2015-05-17', key))['pageviews']) > 0);
    process.emit('SIGINT');
    await pipe.close();
    const { status, stdout, stderr } = await running;
    expect({ status, stdout }).toEqual({ status: 130, stdout: '' });
    expect(stderr).toMatch(
      /Error: the import was interrupted \([1-9][\d,]* events accepted before\)\. The whole log can be imported again: no line is counted twice\n$/,
    );
  });

  it('clears the progress bar of a terminal before it prints the summary', async () => {
    const { key } = await tenant();
    const isTTY = process.stderr.isTTY;
    process.stderr.isTTY = true;
    try {
      const { stdout, terminal } = await footfall(
        `import access-log ${logFile(log)} --host www.example.com --key ${key}`,
      );
      expect(terminal).toContain('100% of');
      expect(terminal.endsWith(stdout)).toBe(true);
    } finally {
      process.stderr.isTTY = isTTY;
    }
  });

  it('A21 leaves out an unfinished last line, says so, and counts it once when it is complete', async () => {
    const { key } = await tenant();
    const command = (text: string) => `import access-log ${logFile(text)} --host www.example.com --key ${key}`;
    const half = `${line('/')}\n${line('/about', firefox, '33').slice(0, -30)}`;
    const { stdout } = await footfall(command(half));
    expect(stdout).toMatch(/left out +unfinished line +1\n/);
    expect(stdout).toContain('The last line has no line break');
    expect(await json(command(half))).toMatchObject({ sent: 1, leftOut: { 'unfinished line': 1 } });
    expect(await json(command(`${line('/')}\n${line('/about', firefox, '33')}\n`))).toMatchObject({
      sent: 2,
      leftOut: {},
    });
    expect(await read('overview?start=2015-05-17&end=2015-05-17', key)).toMatchObject({ pageviews: 2 });
  });

  it.each([
    ['UTF-16', Buffer.from(`\ufeff${line('/')}\n`, 'utf16le'), 'UTF-16 text', false],
    ['an archive', Buffer.from('PK\u0003\u0004\u0014\u001b[2Jaccess.log\n'), 'a zip archive', false],
    ['JSON of another kind', '{"ip":"1.1.1.1","when":3}\n', 'JSON with the fields ip, when', true],
    ['an application log', '2015-05-17 INFO hello\n', 'text of another kind', true],
  ])(
    'A22 exits with 1 for %s, and shows the detected kind of file and the first line of a text',
    async (_what, contents, looks, isText) => {
      const path = logFile(contents);
      const { status, stdout, stderr } = await footfall(`import access-log ${path} --host www.example.com`);
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
      expect(stderr).toMatch(/^Importing into .*\nError: [^\n]*\n$/);
      expect(stderr).toContain(`${path} contains no line of an access log. It looks like ${looks}`);
      expect(stderr.includes('First line: "')).toBe(isText);
      expect(stderr).not.toContain('\u001b');
      expect(stderr).not.toContain('\\u00');
    },
  );

  it('A22 exits with 1 if the server logged host names instead of addresses, and shows the beginning of the first line', async () => {
    const named = line('/').replace(/^\S+/, 'dsl.example.net');
    const path = logFile(`${named}\n`);
    const { status, stderr } = await footfall(`import access-log ${path} --host www.example.com`);
    expect(status).toBe(1);
    expect(stderr).toContain(
      `Error: no line of ${path} has the client's IP address. First line: "${named.slice(0, 120)}…"\n`,
    );
  });

  it('A22 exits with 1 if every line is of another host, and names that host', async () => {
    const path = logFile(`other.example:443 ${line('/')}\n`);
    const { status, stderr } = await footfall(`import access-log ${path} --host www.example.com`);
    expect(status).toBe(1);
    const reason = `no line of ${path} is of --host www.example.com: the first one is of other.example`;
    expect(stderr).toMatch(/^Importing into .*\n/);
    expect(stderr.split('\n')[1]).toBe(`Error: ${reason}`);
  });

  it('A22 imports only the lines of --host from vhost_combined', async () => {
    const { key } = await tenant();
    const path = logFile(`www.example.com:443 ${line('/')}\nother.example:443 ${line('/')}\n`);
    expect(await json(`import access-log ${path} --host example.com --key ${key}`)).toMatchObject({
      format: 'vhost_combined',
      accepted: 1,
      leftOut: { 'another host': 1 },
    });
  });

  it('A23 resolves a relative path from the directory in which npm was called', async () => {
    const { key } = await tenant();
    logFile(`${log}\n`);
    const called = { npm_lifecycle_event: 'footfall', INIT_CWD: rig.directory };
    const args = `import access-log access.log --host www.example.com --key ${key}`;
    expect(await json(args, called)).toMatchObject({ accepted: 3 });
    const { stderr } = await footfall('import access-log none.log --host www.example.com', called);
    expect(stderr).toBe(`Error: ${join(rig.directory, 'none.log')} cannot be read: no such file or directory\n`);
  });

  it('fails at once if no ingest server responds', async () => {
    const command = `import access-log ${logFile(log)} --host a.example --key sk_live_0 --ingest http://127.0.0.1:1`;
    const { status, stderr } = await footfall(command);
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr:
        'Error: no response from the ingest server at http://127.0.0.1:1: is Footfall running? Set --ingest to its URL\n',
    });
  });

  it('does not send to this machine if the settings name the API of another', async () => {
    const { key } = await tenant();
    const command = `import access-log ${logFile(log)} --host www.example.com --key ${key}`;
    const { status, stderr } = await footfall(command, { FOOTFALL_API: 'https://footfall.example' });
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: expect.stringContaining('--ingest must be set with FOOTFALL_API'),
    });
    expect(await read('overview?start=2015-05-17&end=2015-05-17', key)).toMatchObject({ pageviews: 0 });
  });

  it('refuses a public key, and a URL instead of a host', async () => {
    const path = logFile(log);
    const { publicKey } = rig.product.credentials;
    expect((await footfall(`import access-log ${path} --host a.example --key ${publicKey}`)).stderr).toMatch(/secret/);
    expect((await footfall(`import access-log ${path} --host https://a.example/`)).stderr).toMatch(/--host/);
  });
});
