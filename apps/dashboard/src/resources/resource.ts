/** Resources as values: a request, and the key under which its result is cached. */
import { type QueryResult, type Params, queryPath, type QueryName } from '@footfall/client';
import { asOfMs, exchange, exchangeCsv } from '@footfall/client/exchange';
import { type Access, accessKey, admin, ApiError } from './api.ts';

export interface Dated<Result> {
  result: Result;
  /** The time at which the figures were computed, in epoch milliseconds; 0 if the result has none. */
  asOfMs: number;
}

export interface Resource<Result> {
  /** The same for the same request of the same caller. */
  key: string;
  /** Requests the result; with `isFresh`, bypasses the browser's own cache. */
  load(isFresh: boolean): Promise<Dated<Result>>;
}

export interface AnalyticsResource<Result> extends Resource<Result> {
  /** The path and query string that every caller with a key may request. */
  path: string;
  /** Requests the list of the result, as the CSV file of the API. */
  csv: () => Promise<string>;
}

/** Returns the result of an endpoint with these parameters and those that select the figures. */
export function analyticsResource<Name extends QueryName>(
  access: Access,
  name: Name,
  params: Params<Name>,
): AnalyticsResource<QueryResult<Name>> {
  const { filter, timezone } = access;
  // The last minutes are the same in every zone, and UTC is the default.
  const isInUtc = name === 'realtime' || timezone === 'UTC';
  const path = queryPath(name, { ...params, filter, timezone: isInUtc ? undefined : timezone });
  const headers = 'workspaceId' in access ? { 'X-Workspace': access.workspaceId } : { 'X-Share': access.shareGrant };
  return {
    key: `${accessKey(access)} ${path}`,
    path,
    // A new goal is in the server's next response: the browser's cache must not delay it.
    async load(isFresh) {
      const response = await exchange<QueryResult<Name>>(path, {
        headers,
        ...((isFresh || name === 'goals') && { cache: 'no-cache' }),
      });
      return { result: response.body, asOfMs: asOfMs(response.headers) };
    },
    csv: () => exchangeCsv(path, { headers }),
  };
}

export function adminResource<Result>(path: string): Resource<Result> {
  const load = async () => ({ result: await admin.get<Result>(path), asOfMs: 0 });
  return { key: `admin ${path}`, load };
}

const fileTimeoutMs = 30_000;

/** Returns a file of the page, which never changes under its URL. */
export function fileResource<Result>(path: string): Resource<Result> {
  const load = async () => {
    const response = await fetch(path, { signal: AbortSignal.timeout(fileTimeoutMs) });
    if (!response.ok) throw new ApiError(response, undefined);
    return { result: await response.json(), asOfMs: 0 };
  };
  return { key: path, load };
}
