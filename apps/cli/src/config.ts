/** The settings the command line shares with the server, and the credentials that the server has left. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { baseUrlSetting, portSetting } from '@footfall/process/settings';
import { z } from 'zod';
import { CommandError } from './terminal/command-error.ts';

export const cliSettings = z.object({
  HOST: z.string().default('127.0.0.1'),
  API_PORT: portSetting.default(4000),
  INGEST_PORT: portSetting.default(4001),
  DATA_DIR: z.string().default('./data'),
  ADMIN_TOKEN: z.string().optional(),
  FOOTFALL_KEY: z.string().optional(),
  /** The URLs of the API and of the ingest server, in place of `--api` and `--ingest`. */
  FOOTFALL_API: baseUrlSetting.optional(),
  FOOTFALL_INGEST: baseUrlSetting.optional(),
  /** Their URLs for clients, if those differ: behind a proxy, outside of a container. */
  API_URL: baseUrlSetting.optional(),
  INGEST_URL: baseUrlSetting.optional(),
});
export type CliSettings = z.output<typeof cliSettings>;

const credentialsSchema = z.object({ workspaceId: z.string(), publicKey: z.string(), secretKey: z.string() });
type Credentials = z.output<typeof credentialsSchema>;

/** `http://host:port` of a server on this machine; one that listens everywhere is reached on the loopback. */
export function localUrl({ HOST }: CliSettings, port: number): string {
  const host = HOST === '0.0.0.0' ? '127.0.0.1' : HOST === '::' ? '::1' : HOST;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Returns the URL of `option`. Throws a CommandError unless its protocol is http or https. */
function baseUrl(option: '--api' | '--ingest', given: string): string {
  if (URL.canParse(given) && /^https?:$/.test(new URL(given).protocol)) return given;
  throw new CommandError(`${option}: ${given} is not a URL such as https://stats.example.com`);
}

/** Returns the URL of the ingest server: `given`, else FOOTFALL_INGEST, else the one on this machine. Throws a CommandError if it is not a URL. */
export function ingestUrl(given: string | undefined, settings: CliSettings): string {
  if (given !== undefined) return baseUrl('--ingest', given);
  return settings.FOOTFALL_INGEST ?? localUrl(settings, settings.INGEST_PORT);
}

/** Returns the URL of the API: `given`, else FOOTFALL_API, else the one on this machine. Throws a CommandError if it is not a URL. */
export function apiUrl(given: string | undefined, settings: CliSettings): string {
  if (given !== undefined) return baseUrl('--api', given);
  return settings.FOOTFALL_API ?? localUrl(settings, settings.API_PORT);
}

/** Returns the URL at which clients reach the API that commands call, for output. */
export function publicApiUrl(given: string | undefined, settings: CliSettings): string {
  return given === undefined && settings.API_URL !== undefined ? settings.API_URL : apiUrl(given, settings);
}

/** Returns the URL at which clients reach the ingest server, for output. */
export function publicIngestUrl(settings: CliSettings): string {
  return settings.INGEST_URL ?? ingestUrl(undefined, settings);
}

/** Reads the credentials that the server's first start left in DATA_DIR; undefined if there are none, or they cannot be read. */
function readCredentials({ DATA_DIR }: CliSettings): Credentials | undefined {
  try {
    return credentialsSchema.parse(JSON.parse(readFileSync(join(DATA_DIR, 'credentials.json'), 'utf8')));
  } catch {
    return undefined;
  }
}

/** Returns the secret key to send events with: `--key`, FOOTFALL_KEY, or that of credentials.json. Throws a CommandError if there is none, or it is a public one. */
export function secretKey(given: string | undefined, settings: CliSettings): string {
  const key = given ?? settings.FOOTFALL_KEY ?? readCredentials(settings)?.secretKey;
  if (key === undefined) {
    throw new CommandError(
      `no key: give --key sk_live_… or set FOOTFALL_KEY (there is no credentials.json in ${settings.DATA_DIR})`,
    );
  }
  if (!key.startsWith('sk_live_')) throw new CommandError('the key must be a secret one (sk_live_…)');
  return key;
}
