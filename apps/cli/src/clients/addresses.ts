/** Finds the URLs of the servers: options win over settings, and settings over the Footfall that runs on this machine. */
import { baseUrlSetting } from '@footfall/process/settings';
import { hostUrl, reachableUrl } from '@footfall/process/server-url';
import type { CliSettings } from '../config.ts';
import { CommandError } from '../terminal/command-error.ts';
import { findLocalServer } from './local-server.ts';

export interface ServerUrl {
  /** The URL that commands call. */
  url: string;
  /** The URL to show to the user: the one for clients, which is different behind a proxy. */
  publicUrl: string;
}

/** Returns the URLs of the API; `api` is the value of `--api`. Rejects with a CommandError if it is not a URL, or if it is needed and the Footfall on this machine does not respond. */
export async function findApiUrl(api: string | undefined, settings: CliSettings): Promise<ServerUrl> {
  const given = baseUrl('--api', api);
  const url =
    given ??
    settings.FOOTFALL_API ??
    (await findLocalServer(settings))?.apiUrl ??
    localUrl(settings, settings.API_PORT);
  return { url, publicUrl: given ?? settings.API_URL ?? url };
}

/** Returns the URLs of the ingest server; `ingest` is the value of `--ingest`. Rejects like `findApiUrl`. */
export async function findIngestUrl(ingest: string | undefined, settings: CliSettings): Promise<ServerUrl> {
  const given = baseUrl('--ingest', ingest);
  const url =
    given ??
    settings.FOOTFALL_INGEST ??
    (await findLocalServer(settings))?.ingestUrl ??
    localUrl(settings, settings.INGEST_PORT);
  return { url, publicUrl: given ?? settings.INGEST_URL ?? url };
}

/**
 * Returns the URLs of the ingest server next to the API that `--api` or FOOTFALL_API names. Rejects with a CommandError if nothing says where it is:
 * the one on this machine does not know the workspaces of another.
 */
export async function findIngestUrlBeside(
  api: string | undefined,
  ingest: string | undefined,
  settings: CliSettings,
): Promise<ServerUrl> {
  if ((api ?? settings.FOOTFALL_API) === undefined) return findIngestUrl(ingest, settings);
  // INGEST_URL is next to the API of the settings, which `--api` replaces.
  const INGEST_URL = api === undefined ? settings.INGEST_URL : undefined;
  // So is FOOTFALL_INGEST, if it is set with FOOTFALL_API.
  const isReplaced = api !== undefined && settings.FOOTFALL_API !== undefined;
  const FOOTFALL_INGEST = isReplaced ? undefined : (settings.FOOTFALL_INGEST ?? INGEST_URL);
  if (ingest === undefined && FOOTFALL_INGEST === undefined) {
    throw new CommandError(
      `--ingest must be set with ${api === undefined ? 'FOOTFALL_API' : '--api'}: the URL of the ingest server next to that API`,
    );
  }
  return findIngestUrl(ingest, { ...settings, INGEST_URL, FOOTFALL_INGEST });
}

/** Returns the base URL without a slash at its end. Throws a CommandError that names the option if its value is not a URL, or has a query or a fragment. */
function baseUrl(option: '--api' | '--ingest', given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  const { data } = baseUrlSetting.safeParse(given);
  if (data !== undefined && !/[?#]/.test(data)) return data;
  const example = option === '--ingest' ? 'https://in.example.com' : 'https://footfall.example.com';
  throw new CommandError(`${option} must be a URL such as ${example}, got "${given}"`);
}

function localUrl({ HOST }: CliSettings, port: number): string {
  return reachableUrl(hostUrl(HOST, port));
}
