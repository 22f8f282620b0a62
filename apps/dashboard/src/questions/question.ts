/** Questions as values: the request, and the key under which its answer is stored. */
import { type Answer, type Params, queryPath, type QueryName } from '@footfall/client';
import { type Access, accessKey, admin, analytics, ApiError } from './api.ts';

export interface Dated<Result> {
  answer: Result;
  /** The time at which the figures were computed, in epoch milliseconds; 0 if the answer has none. */
  asOfMs: number;
}

export interface Question<Result> {
  /** The same for the same question of the same caller. */
  key: string;
  /** True if a refusal means that the session or the grant of a share has ended. */
  needsAccess?: boolean;
  /** Requests the answer; with `isFresh`, bypasses the browser's own cache. */
  load(isFresh: boolean): Promise<Dated<Result>>;
}

export interface AnalyticsQuestion<Result> extends Question<Result> {
  /** The path and query string that anybody with a key may request. */
  path: string;
}

/** Returns the question with these parameters and those that select the figures. */
export function analyticsQuestion<Name extends QueryName>(
  access: Access,
  name: Name,
  params: Params<Name>,
): AnalyticsQuestion<Answer<Name>> {
  const { filter, timezone } = access.scope ?? {};
  // The last minutes are the same in every zone, and UTC is the default.
  const isInUtc = name === 'realtime' || timezone === 'UTC';
  const path = queryPath(name, { ...params, filter, timezone: isInUtc ? undefined : timezone });
  return {
    key: `${accessKey(access)} ${path}`,
    path,
    needsAccess: true,
    load: (isFresh) => analytics(access).get(path, isFresh),
  };
}

export function adminQuestion<Result>(path: string): Question<Result> {
  const load = async () => ({ answer: await admin.get<Result>(path), asOfMs: 0 });
  return { key: `admin ${path}`, needsAccess: true, load };
}

const fileTimeoutMs = 30_000;

/** Returns the question for a file of the page, which never changes under its URL. */
export function fileQuestion<Result>(path: string): Question<Result> {
  const load = async () => {
    const response = await fetch(path, { signal: AbortSignal.timeout(fileTimeoutMs) });
    if (!response.ok) throw new ApiError(response, undefined);
    return { answer: await response.json(), asOfMs: 0 };
  };
  return { key: path, load };
}
