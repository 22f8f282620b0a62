/** Finds the URLs of the servers: options win over settings, and settings over the Footfall that runs on this machine. */
import { hostUrl, reachableUrl } from '@footfall/process/server-url';
import type { CliSettings } from '../config.ts';
import { CommandError } from '../terminal/command-error.ts';
import { findLocalServer } from './local-server.ts';

export interface Addresses {
  /** The URL that commands call. */
  apiUrl: string;
  ingestUrl: string;
  /** The URL to show to the user: the one for clients, which is different behind a proxy. */
  publicApiUrl: string;
  publicIngestUrl: string;
}

interface Given {
  /** The base URLs from the options. */
  api?: string | undefined;
  ingest?: string | undefined;
}

/** Rejects with a CommandError if an option is not a URL. */
export async function findAddresses({ api, ingest }: Given, settings: CliSettings): Promise<Addresses> {
  const given = {
    apiUrl: baseUrl('--api', api) ?? settings.FOOTFALL_API,
    ingestUrl: baseUrl('--ingest', ingest) ?? settings.FOOTFALL_INGEST,
  };
  const local =
    given.apiUrl === undefined || given.ingestUrl === undefined ? await findLocalServer(settings) : undefined;
  const apiUrl = given.apiUrl ?? local?.apiUrl ?? localUrl(settings, settings.API_PORT);
  const ingestUrl = given.ingestUrl ?? local?.ingestUrl ?? localUrl(settings, settings.INGEST_PORT);
  return {
    apiUrl,
    ingestUrl,
    publicApiUrl: api === undefined ? (settings.API_URL ?? apiUrl) : apiUrl,
    publicIngestUrl: settings.INGEST_URL ?? ingestUrl,
  };
}

/** Returns the URL at which a command calls the API with a token. Throws a CommandError if `--api` is not a URL. */
export function apiUrlForToken(api: string | undefined, settings: CliSettings): string {
  return baseUrl('--api', api) ?? settings.FOOTFALL_API ?? localUrl(settings, settings.API_PORT);
}

/** Returns the base URL. Throws a CommandError that names the option if its value is not a URL. */
export function baseUrl(option: '--api' | '--ingest' | '--url', given: string | undefined): string | undefined {
  if (given === undefined || (URL.canParse(given) && /^https?:[^?#]*$/i.test(given))) return given;
  const example = option === '--ingest' ? 'https://in.example.com' : 'https://footfall.example.com';
  throw new CommandError(`${option} must be a URL such as ${example}, got "${given}"`);
}

function localUrl({ HOST }: CliSettings, port: number): string {
  return reachableUrl(hostUrl(HOST, port));
}
