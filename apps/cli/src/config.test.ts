import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSettings } from '@footfall/process/settings';
import { cliSettings, invalidKey, secretKey } from './config.ts';
import { CommandError } from './terminal/command-error.ts';

const settingsOf = (environment: Record<string, string>) => loadSettings(cliSettings, environment);

describe('the secret key', () => {
  let directory: string;
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'footfall-settings-'));
    const credentials = { workspaceId: 'ws_first', publicKey: 'pk_live_file', secretKey: 'sk_live_file' };
    writeFileSync(join(directory, 'credentials.json'), JSON.stringify(credentials));
  });
  afterAll(() => rmSync(directory, { recursive: true }));

  it('comes from the option, else from the environment, else from the first start', () => {
    const environment = { DATA_DIR: directory, FOOTFALL_KEY: 'sk_live_environment' };
    expect(secretKey('sk_live_given', settingsOf(environment), undefined)).toEqual({
      key: 'sk_live_given',
      source: '--key',
    });
    expect(secretKey(undefined, settingsOf(environment), undefined)).toEqual({
      key: 'sk_live_environment',
      source: 'FOOTFALL_KEY',
    });
    expect(secretKey(undefined, settingsOf({ DATA_DIR: directory }), undefined)).toEqual({
      key: 'sk_live_file',
      source: join(directory, 'credentials.json'),
    });
  });

  it('is not the one of the first start if an option or a setting names the server, which may be another', () => {
    const settings = settingsOf({ DATA_DIR: directory });
    expect(() => secretKey(undefined, settings, '--api')).toThrow(
      new CommandError(
        'no secret key: set --key or FOOTFALL_KEY (with --api, the one in credentials.json is not used)',
      ),
    );
    expect(secretKey('sk_live_given', settings, '--api')).toEqual({ key: 'sk_live_given', source: '--key' });
  });

  it('is required, and cannot be a public key', () => {
    expect(() => secretKey(undefined, settingsOf({ DATA_DIR: join(directory, 'none') }), undefined)).toThrow(/--key/);
    expect(() => secretKey('pk_live_given', settingsOf({}), undefined)).toThrow(/secret/);
    for (const key of ['sk_live_…', 'sk_live_', 'sk_live_abc # mine']) {
      expect(() => secretKey(key, settingsOf({}), undefined)).toThrow(
        new CommandError('the key must be a secret key (sk_live_…), got a placeholder, or more than a key'),
      );
    }
  });

  it('is not reported as missing if its file cannot be read, which does not matter if another one is given', () => {
    const refused = join(directory, 'refused');
    symlinkSync(refused, refused);
    const settings = settingsOf({ DATA_DIR: refused });
    expect(() => secretKey(undefined, settings, undefined)).toThrow(
      `${refused}/credentials.json cannot be read (too many symbolic links encountered): set --key or FOOTFALL_KEY`,
    );
    expect(secretKey('sk_live_given', settings, undefined)).toEqual({ key: 'sk_live_given', source: '--key' });
  });

  it.each(['', '{"secretKey": "sk_live_x"', '{"workspaceId": "ws_first", "publicKey": "pk_live_x"}', '[]'])(
    'is not read from a damaged file, which is named with what to do, and not shown: %s',
    (text) => {
      const damaged = mkdtempSync(join(directory, 'damaged-'));
      writeFileSync(join(damaged, 'credentials.json'), text);
      expect(() => secretKey(undefined, settingsOf({ DATA_DIR: damaged }), undefined)).toThrow(
        new CommandError(
          `${damaged}/credentials.json is damaged: set --key or FOOTFALL_KEY, or move the file away and restart Footfall to create new keys`,
        ),
      );
    },
  );

  it('is named by its source if a server refuses it, with what to do if it is the one of the first start', () => {
    expect(invalidKey('--key', 'there')).toBe('The key (--key) is not valid there');
    expect(invalidKey('FOOTFALL_KEY', 'there')).toBe('The key (FOOTFALL_KEY) is not valid there');
    expect(invalidKey(join(directory, 'credentials.json'), 'at http://localhost:4000')).toBe(
      `The key (${directory}/credentials.json) is not valid at http://localhost:4000: it was revoked or rotated, it has expired, or its workspace was deleted. Set FOOTFALL_KEY to one that footfall keys create ws_first --type secret prints`,
    );
  });
});
