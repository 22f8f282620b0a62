/** Finds the URLs of the servers: options win over settings, and settings over the Footfall that runs on this machine. */
import { baseUrlSetting } from '@footfall/process/settings';
import { hostUrl, reachableUrl } from '@footfall/process/server-url';
import type { CliSettings } from '../config.ts';
import { CommandError } from '../terminal/command-error.ts';
import { findLocalServer, type LocalServer } from './local-server.ts';

export interface ServerUrl {
  /** The URL that commands call. */
  url: string;
  /** The URL to show to the user: the one for clients, which is different behind a proxy. */
  publicUrl: string;
  /** The option or setting that names a server on another machine; undefined for one on this machine. */
  setBy: string | undefined;
}

/** Returns the URLs of the API; `api` is the value of `--api`. Rejects with a CommandError if it is not a URL, or if it is needed and the Footfall on this machine does not respond. */
export async function findApiUrl(api: string | undefined, settings: CliSettings): Promise<ServerUrl> {
  const given = baseUrl('--api', api);
  const url = given ?? settings.FOOTFALL_API ?? (await urlsHere(settings)).apiUrl;
  return { url, publicUrl: given ?? settings.API_URL ?? url, setBy: unlessHere(url, apiSetBy(api, settings)) };
}

/** Returns `setBy`, or undefined for a server at a loopback address, which is on this machine. */
function unlessHere(url: string, setBy: string | undefined): string | undefined {
  return /^(?:localhost|127\.[\d.]+|\[::1\])$/.test(new URL(url).hostname) ? undefined : setBy;
}

function apiSetBy(api: string | undefined, { FOOTFALL_API }: CliSettings): string | undefined {
  if (api !== undefined) return '--api';
  return FOOTFALL_API === undefined ? undefined : 'FOOTFALL_API';
}

/**
 * Returns the URLs of the ingest server next to the API; `api` and `ingest` are the values of `--api` and `--ingest`. Rejects like `findApiUrl`, and with a
 * CommandError if nothing says where the one of another machine is: the one on this machine does not know its workspaces.
 */
export async function findIngestUrl(
  api: string | undefined,
  ingest: string | undefined,
  settings: CliSettings,
): Promise<ServerUrl> {
  const given = baseUrl('--ingest', ingest);
  if (given !== undefined) return { url: given, publicUrl: given, setBy: unlessHere(given, '--ingest') };
  const { FOOTFALL_API, FOOTFALL_INGEST, INGEST_URL } = settings;
  // INGEST_URL is next to the API of the settings, which `--api` replaces. So is FOOTFALL_INGEST, if it is set with FOOTFALL_API.
  const publicUrl = api === undefined ? INGEST_URL : undefined;
  const known = api === undefined || FOOTFALL_API === undefined ? FOOTFALL_INGEST : undefined;
  const elsewhere = apiSetBy(api, settings);
  const url = known ?? (elsewhere === undefined ? (await urlsHere(settings)).ingestUrl : publicUrl);
  const setBy = known === undefined ? elsewhere : 'FOOTFALL_INGEST';
  if (url !== undefined) return { url, publicUrl: publicUrl ?? url, setBy: unlessHere(url, setBy) };
  throw new CommandError(`--ingest must be set with ${elsewhere}: the URL of the ingest server next to that API`);
}

/** Returns the base URL without a slash at its end. Throws a CommandError that names the option if its value is not one. */
function baseUrl(option: '--api' | '--ingest', given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  const { data } = baseUrlSetting.safeParse(given);
  if (data !== undefined) return data;
  const example = option === '--ingest' ? 'https://in.example.com' : 'https://footfall.example.com';
  throw new CommandError(`${option} must be a URL such as ${example}, got "${given}"`);
}

/** Returns the URLs of the Footfall that runs on this machine, or those that follow from the settings if none does. */
async function urlsHere(settings: CliSettings): Promise<Pick<LocalServer, 'apiUrl' | 'ingestUrl'>> {
  const onPort = (port: number) => reachableUrl(hostUrl(settings.HOST, port));
  const { API_PORT, INGEST_PORT } = settings;
  return (await findLocalServer(settings)) ?? { apiUrl: onPort(API_PORT), ingestUrl: onPort(INGEST_PORT) };
}
