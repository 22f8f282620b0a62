/** The analytics API, for commands that read with a secret key: where it is, with which key, and why a request failed. */
import { ApiError } from '@footfall/client';
import { Option } from 'commander';
import { invalidKey, type SecretKey, secretKey } from '../config.ts';
import type { Context } from './context.ts';
import { noResponse } from './http-call.ts';

/** Returns the option for the key, `--key`. */
export function keyOption(): Option {
  return new Option(
    '--key <key>',
    'a secret key (default: FOOTFALL_KEY, else, for the server on this machine, the one in DATA_DIR/credentials.json)',
  );
}

/** The API to read from, and the key to read with. */
export interface Analytics extends SecretKey {
  /** The base URL of the API. */
  url: string;
}

/** Returns the base URL and the secret key to read with; `key` is the value of `--key`. Rejects with a CommandError if there is no key, or if an option has another form. */
export async function findAnalytics(
  key: string | undefined,
  { settings, apiUrl }: Pick<Context, 'settings' | 'apiUrl'>,
): Promise<Analytics> {
  const { url, setBy } = await apiUrl();
  return { url, ...secretKey(key, settings(), setBy) };
}

interface Failure {
  /** The code of the API's error; undefined if there was no response. */
  code: string | undefined;
  message: string;
}

/** Returns what the user, or an assistant, can use of the error of a request. */
export function failureOfRequest(error: unknown, { url, source }: Pick<Analytics, 'url' | 'source'>): Failure {
  if (!(error instanceof ApiError)) {
    const isLate = error instanceof DOMException && error.name === 'TimeoutError';
    const message = isLate
      ? `no response from ${url} in time: the server is overloaded or cannot be reached; a shorter range may help`
      : noResponse(url, error);
    return { code: undefined, message };
  }
  const { code, message, retryAfterSeconds } = error;
  if (code === 'UNAUTHORIZED') return { code, message: `${message}. ${invalidKey(source, `at ${url}`)}` };
  return { code, message: message + (retryAfterSeconds === undefined ? '' : ` (try again in ${retryAfterSeconds} s)`) };
}
