/** Rotated keys in credentials.json, while the key store is slow or does not respond. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateApiKey, hashToken } from '@footfall/auth';
import { unavailable } from '@footfall/errors';
import { createLogger } from '@footfall/process';
import { keepCredentials } from './credentials.ts';

const old = { workspaceId: 'ws_1', publicKey: generateApiKey('public'), secretKey: generateApiKey('secret') };
const keyIds = new Map([
  [hashToken(old.publicKey), 'key_public'],
  [hashToken(old.secretKey), 'key_secret'],
]);
let directory: string;
let path: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'footfall-credentials-'));
  path = join(directory, 'credentials.json');
  writeFileSync(path, JSON.stringify(old));
});
afterEach(() => rmSync(directory, { recursive: true }));

it('keys that are rotated at the same time are both written, also after one that could not be, which is logged', async () => {
  const log: unknown[] = [];
  const logger = createLogger('test', { write: (line) => void log.push(JSON.parse(line)) });
  let isAway = true;
  const findOwner = async (keyHash: string) => {
    await new Promise(setImmediate);
    if (isAway) throw unavailable('The store does not respond');
    const keyId = keyIds.get(keyHash);
    return keyId === undefined ? undefined : { keyId, workspaceId: old.workspaceId, end: null };
  };
  const keep = keepCredentials(directory, { findOwner }, logger);
  const [publicKey, secretKey] = [generateApiKey('public'), generateApiKey('secret')];

  await keep('key_public', publicKey);
  expect(log).toEqual([
    expect.objectContaining({
      reason: 'the key store does not respond',
      msg: 'credentials.json may still contain a key that was rotated',
    }),
  ]);
  isAway = false;
  await Promise.all([keep('key_public', publicKey), keep('key_secret', secretKey)]);
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ ...old, publicKey, secretKey });
});
