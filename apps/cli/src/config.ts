/** The settings that the command line shares with the server, and the credentials that the server has stored. */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { baseUrlSetting, type Environment } from '@footfall/process/settings';
import { sharedSettings } from '@footfall/process/shared-settings';
import { apiKeyPrefixes, type Credentials, credentialsFile, credentialsSchema } from '@footfall/schemas';
import { z } from 'zod';
import { CommandError } from './terminal/command-error.ts';
import { reasonOf } from './terminal/system-error.ts';

export const cliSettings = z.object({
  HOST: sharedSettings.HOST,
  API_PORT: sharedSettings.API_PORT,
  INGEST_PORT: sharedSettings.INGEST_PORT,
  API_URL: sharedSettings.API_URL,
  INGEST_URL: sharedSettings.INGEST_URL,
  DATA_DIR: sharedSettings.DATA_DIR,
  ADMIN_TOKEN: z.string().optional(),
  FOOTFALL_KEY: z.string().optional(),
  /** The URLs of the API and of the ingest server, instead of `--api` and `--ingest`. */
  FOOTFALL_API: baseUrlSetting.optional(),
  FOOTFALL_INGEST: baseUrlSetting.optional(),
});
export type CliSettings = z.output<typeof cliSettings>;

/** Returns how the user runs the command line, for commands to copy. npm's script, the container and the systemd unit's wrapper set it. */
export function calledAs(environment: Environment): string {
  return environment['FOOTFALL_COMMAND'] ?? 'footfall';
}

/** Reads the credentials that the server's first start wrote to `path`; undefined if there are none. Throws a CommandError if they cannot be read, or are damaged. */
function readCredentials(path: string): Credentials | undefined {
  try {
    return credentialsSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (cause) {
    const { code, errno } = Object(cause);
    if (code === 'ENOENT') return undefined;
    if (errno !== undefined)
      throw new CommandError(`${path} cannot be read (${reasonOf(cause)}): set --key or FOOTFALL_KEY`, { cause });
    // Without the error of the parser, which may quote a key.
    throw new CommandError(
      `${path} is damaged: set --key or FOOTFALL_KEY, or move the file away and restart Footfall to create new keys`,
    );
  }
}

export interface SecretKey {
  key: string;
  /** The option, the setting or the file that contains the key, for messages. */
  source: string;
}

/**
 * Returns the secret key to send or read with: `--key`, FOOTFALL_KEY, or the one in credentials.json, which is only for the server on this machine. `setBy` is the
 * option or setting that names a server on another machine; undefined for one on this machine. Throws a CommandError if there is no key, or if it does not have the form of one.
 */
export function secretKey(given: string | undefined, settings: CliSettings, setBy: string | undefined): SecretKey {
  const { key, source } = findKey(given, settings, setBy);
  if (!(key.startsWith(apiKeyPrefixes.secret) && /^\w+$/.test(key.slice(apiKeyPrefixes.secret.length))))
    throw new CommandError(`the key must be a secret key (${apiKeyPrefixes.secret}…), got ${kindOf(key)}`);
  return { key, source };
}

function findKey(
  given: string | undefined,
  { DATA_DIR, FOOTFALL_KEY }: CliSettings,
  setBy: string | undefined,
): SecretKey {
  if (given !== undefined) return { key: given, source: '--key' };
  if (FOOTFALL_KEY !== undefined) return { key: FOOTFALL_KEY, source: 'FOOTFALL_KEY' };
  if (setBy !== undefined) {
    throw new CommandError(
      `no secret key: set --key or FOOTFALL_KEY (with ${setBy}, the one in ${credentialsFile} is not used)`,
    );
  }
  const source = join(DATA_DIR, credentialsFile);
  const key = readCredentials(source)?.secretKey;
  if (key !== undefined) return { key, source };
  throw new CommandError(`no secret key: set --key or FOOTFALL_KEY (no ${credentialsFile} found in ${DATA_DIR})`);
}

/** Returns the message that a server refuses the key from `source`, with how to create another; `where` names the server. */
export function invalidKey(source: string, where: string): string {
  const message = `The key (${source}) is not valid ${where}`;
  if (basename(source) !== credentialsFile) return message;
  // The file can outlive its key: it is not changed when the key is revoked or its workspace deleted.
  const workspaceId = readCredentials(source)?.workspaceId ?? 'ws_…';
  return `${message}: it was revoked or rotated, it has expired, or its workspace was deleted. Set FOOTFALL_KEY to one that footfall keys create ${workspaceId} --type secret prints`;
}

/** Describes the kind of a key without showing the key. */
function kindOf(key: string): string {
  if (key.startsWith(apiKeyPrefixes.public)) return 'a public key';
  const isSecret = key.startsWith(apiKeyPrefixes.secret);
  return isSecret ? 'a placeholder, or more than a key' : `a text of ${key.length} characters`;
}
