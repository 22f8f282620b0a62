/** The greeting that the start prints. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { greeting } from './greeting.ts';

const product = {
  apiUrl: 'http://127.0.0.1:4000',
  ingestUrl: 'http://127.0.0.1:4001',
  dataDir: '/data',
  credentials: { workspaceId: 'ws_1', publicKey: 'pk_live_1', secretKey: 'sk_live_1' },
  validKeys: { publicKey: true, secretKey: true },
};
const shown = { ownerToken: 'token', showsSecretKey: true };
const print = (urls: { API_URL?: string; INGEST_URL?: string }) =>
  stripVTControlCharacters(greeting(product, urls, shown));

describe('the greeting', () => {
  it('shows the URLs of the ports', () => {
    const text = print({});
    expect(text).toContain('API         http://127.0.0.1:4000\n');
    expect(text).toContain('Ingest      http://127.0.0.1:4001\n');
    expect(text).toContain('Sign in     http://127.0.0.1:4000/sign-in#token ');
    expect(text).toContain('Data        /data   (keys: credentials.json)\n');
    expect(text).toContain('src="http://127.0.0.1:4001/tracker.js"');
    expect(text).toContain('  This URL works on this machine only.');
  });

  it('shows the command that prints a sign-in link instead of a link', () => {
    const text = stripVTControlCharacters(greeting(product, {}, { ...shown, ownerToken: undefined }));
    expect(text).toContain('Sign in     npm run footfall sign-in   prints a link\n');
    expect(text).not.toContain('/sign-in#');
  });

  it('uses API_URL and INGEST_URL in commands, and still shows the URLs of the ports', () => {
    const text = print({ API_URL: 'https://footfall.example', INGEST_URL: 'https://in.example' });
    expect(text).toContain('API         https://footfall.example   listens on http://127.0.0.1:4000\n');
    expect(text).toContain('Ingest      https://in.example   listens on http://127.0.0.1:4001\n');
    expect(text).toContain('Dashboard   https://footfall.example/\n');
    expect(text).toContain('Sign in     https://footfall.example/sign-in#token ');
    expect(text).toContain("curl 'https://footfall.example/api/v1/analytics/realtime'");
    expect(text).toContain("curl 'https://in.example/api/v1/events'");
    expect(text).toContain('src="https://in.example/tracker.js"');
    expect(text).not.toContain('this machine');
  });

  it('reads the secret key with a valid shell command, even if the path has an apostrophe', () => {
    const root = mkdtempSync(join(tmpdir(), 'footfall-greeting-'));
    const dataDir = join(root, "Ann's data");
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, 'credentials.json'), JSON.stringify(product.credentials, null, 2));
    const text = greeting({ ...product, dataDir }, {}, { ...shown, showsSecretKey: false });
    const header = /-H ("X-API-Key: .*")$/m.exec(stripVTControlCharacters(text))?.[1];
    expect(spawnSync('sh', ['-c', `printf %s ${header}`], { encoding: 'utf8' }).stdout).toBe('X-API-Key: sk_live_1');
    rmSync(root, { recursive: true });
  });

  it.each([
    [
      'publicKey',
      'pk_live_1',
      'sk_live_1',
      'Public key  not valid: npm run footfall -- keys create ws_1 --type public ',
    ],
    [
      'secretKey',
      'sk_live_1',
      'pk_live_1',
      'Secret key  not valid: npm run footfall -- keys create ws_1 --type secret ',
    ],
  ])('shows a command that creates another key instead of an invalid %s', (name, invalid, valid, command) => {
    const validKeys = { ...product.validKeys, [name]: false };
    const text = stripVTControlCharacters(greeting({ ...product, validKeys }, {}, shown));
    expect(text).not.toContain(invalid);
    expect(text).toContain(valid);
    expect(text).toContain(command);
    expect(text).toContain('Ingest ');
  });

  it('shows a command that creates another workspace instead of one that does not exist', () => {
    const text = stripVTControlCharacters(greeting({ ...product, validKeys: undefined }, {}, shown));
    expect(text).toContain(
      '\n  The workspace of credentials.json does not exist: npm run footfall -- workspaces create "My site" --with-keys makes another.\n',
    );
    expect(text).toContain('Ingest ');
    expect(text).not.toMatch(/ws_1|_live_1|Workspace |Public key|Secret key|keys create|tracker\.js/);
  });
});
