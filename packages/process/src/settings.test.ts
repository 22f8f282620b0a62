/** Settings from the environment. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartError } from '@footfall/errors';
import { z } from 'zod';
import {
  baseUrlSetting,
  boundSetting,
  countSetting,
  loadSettings,
  portSetting,
  processEnvironment,
  tokenSetting,
} from './settings.ts';

const schema = z.object({
  API_PORT: portSetting.default(4000),
  LIMIT: countSetting.optional(),
  BOUND: boundSetting.optional(),
  BASE_URL: baseUrlSetting.optional(),
  TOKEN: tokenSetting.optional(),
});

describe('loadSettings', () => {
  it('reads an empty value as absent', () => {
    expect(loadSettings(schema, { API_PORT: '', LIMIT: undefined })).toEqual({ API_PORT: 4000 });
  });

  it('reads numbers', () => {
    expect(loadSettings(schema, { API_PORT: '0', LIMIT: '5' })).toEqual({ API_PORT: 0, LIMIT: 5 });
    expect(loadSettings(schema, { API_PORT: '65535', BOUND: '0' })).toEqual({ API_PORT: 65_535, BOUND: 0 });
  });

  it.each([
    ['https://footfall.example.com', 'https://footfall.example.com'],
    ['http://127.0.0.1:4001/', 'http://127.0.0.1:4001'],
    ['https://example.com/stats/', 'https://example.com/stats'],
  ])('reads the base of an address from %s', (given, read) => {
    expect(loadSettings(schema, { BASE_URL: given })).toMatchObject({ BASE_URL: read });
  });

  it.each([
    ['API_PORT', '65536', 'an integer from 0 to 65535'],
    ['API_PORT', 'http', 'an integer from 0 to 65535'],
    ['API_PORT', '1.5', 'an integer from 0 to 65535'],
    ['API_PORT', '0x50', 'an integer from 0 to 65535'],
    ['API_PORT', '\t', 'an integer from 0 to 65535'],
    ['API_PORT', '6000', 'a port that browsers do not block (https://fetch.spec.whatwg.org/#port-blocking)'],
    ['LIMIT', '1e3', 'an integer of at least 1'],
    ['LIMIT', '0', 'an integer of at least 1'],
    ['LIMIT', 'many', 'an integer of at least 1'],
  ])('names a bad %s, what it must be, and its value %j', (name, value, rule) => {
    const load = () => loadSettings(schema, { [name]: value });
    expect(load).toThrow(new StartError(`${name} must be ${rule}, got "${value}"`));
  });

  it.each([
    ['BASE_URL', 'footfall.example.org', 'be a URL such as https://footfall.example.com'],
    ['BASE_URL', 'https://example.com/?a', 'be a URL such as https://footfall.example.com'],
    ['BASE_URL', 'https://example.com/#a', 'be a URL such as https://footfall.example.com'],
    ['BASE_URL', 'ftp://me:secret@example.org', 'be a URL such as https://footfall.example.com'],
    ['TOKEN', 'two words', 'contain only printable ASCII characters, without spaces'],
  ])('names a bad %s and what it must be, but never its value, which may be secret', (name, value, rule) => {
    const load = () => loadSettings(schema, { [name]: value });
    expect(load).toThrow(new StartError(`${name} must ${rule}`));
  });
});

describe('processEnvironment', () => {
  const before = process.cwd();
  let directory: string;
  beforeEach(() => {
    directory = realpathSync(mkdtempSync(join(tmpdir(), 'footfall-env-')));
    process.chdir(directory);
  });
  afterEach(() => {
    process.chdir(before);
    rmSync(directory, { recursive: true });
  });

  it('adds the variables of .env, if there is one, to those of the process', () => {
    expect(processEnvironment()).toEqual(process.env);
    writeFileSync('.env', 'PATH=/nowhere\nFOOTFALL_OF_FILE="from the file"\n');
    expect(processEnvironment()).toEqual({ ...process.env, FOOTFALL_OF_FILE: 'from the file' });
    expect(process.env).not.toHaveProperty('FOOTFALL_OF_FILE');
  });

  it('reads a byte order mark, comments, empty lines, exports, CRLF line ends, and quoted values of several lines in .env', () => {
    const lines = [
      '\uFEFFFOOTFALL_FIRST=1',
      '# A: 1',
      '',
      '  FOOTFALL_A = 1 # one',
      'export FOOTFALL_B=2\r',
      '\r',
      'FOOTFALL_C="three',
      'D: 4"',
    ];
    writeFileSync('.env', lines.join('\n'));
    const { FOOTFALL_FIRST, FOOTFALL_A, FOOTFALL_B, FOOTFALL_C } = processEnvironment();
    expect({ FOOTFALL_FIRST, FOOTFALL_A, FOOTFALL_C }).toEqual({
      FOOTFALL_FIRST: '1',
      FOOTFALL_A: '1',
      FOOTFALL_C: 'three\nD: 4',
    });
    expect(FOOTFALL_B?.trimEnd()).toBe('2');
  });

  it.each([
    ['TRUST_PROXY: s3cret', 3],
    ['s3cret', 3],
    ['export TRUST_PROXY', 3],
    ['TRUST PROXY=s3cret', 3],
    ['=s3cret', 3],
    ['FOOTFALL_A="two\nlines"\nTRUST_PROXY: s3cret', 5],
    ['FOOTFALL_A="s3cret\nTRUST_PROXY: 1', 4],
  ])('refuses a .env with a line that is not an assignment, by its number and without its value: %j', (text, line) => {
    writeFileSync('.env', `# Settings\n\n${text}\nFOOTFALL_B=1\n`);
    expect(processEnvironment).toThrow(
      new StartError(`${directory}/.env, line ${line}, must be a comment or an assignment such as API_PORT=4000`),
    );
  });

  it('refuses a .env that cannot be read, and says where it is and why', () => {
    // A link to itself cannot be opened, not even by root.
    symlinkSync('.env', '.env');
    expect(processEnvironment).toThrow(`${directory}/.env cannot be read: ELOOP: too many symbolic links encountered`);
    rmSync('.env');
    mkdirSync('.env');
    expect(processEnvironment).toThrow(`${directory}/.env cannot be read: EISDIR: illegal operation on a directory`);
  });
});
