/** Questions as values: where to ask, and under which key the answer is kept. */
import { type Answer, type Params, queryPath, type QueryName } from '@footfall/client';
import { type Access, accessKey, admin, analytics } from './api.ts';

export interface Dated<Result> {
  answer: Result;
  /** The time up to which the answer is complete, in epoch milliseconds. */
  asOfMs: number;
}

export interface Question<Result> {
  /** The same for the same question of the same caller. */
  key: string;
  /** A refusal says that the session has ended. */
  needsSession?: boolean;
  /** With `isFresh` from the server, whatever the browser has in its own cache. */
  load(isFresh: boolean): Promise<Dated<Result>>;
}

export interface AnalyticsQuestion<Result> extends Question<Result> {
  /** Path and query string, as anybody with a key may request it. */
  path: string;
}

/** The parameters with those that say which figures are shown. */
export function scoped<Name extends QueryName>(access: Access, name: Name, params: Params<Name>) {
  const { filter, timezone } = access.scope ?? {};
  // The last minutes are the same everywhere, and UTC is meant unless a zone is named.
  const isInUtc = name === 'realtime' || timezone === 'UTC';
  return { ...params, filter, timezone: isInUtc ? undefined : timezone };
}

export function analyticsQuestion<Name extends QueryName>(
  access: Access,
  name: Name,
  asked: Params<Name>,
): AnalyticsQuestion<Answer<Name>> {
  const params = scoped(access, name, asked);
  const path = queryPath(name, params);
  return {
    key: `${accessKey(access)} ${path}`,
    path,
    needsSession: 'workspaceId' in access,
    load: (isFresh) => analytics(access).queryWithDate(name, params, { isFresh }),
  };
}

export function adminQuestion<Result>(path: string): Question<Result> {
  const load = async () => ({ answer: await admin.get<Result>(path), asOfMs: Date.now() });
  return { key: `admin ${path}`, load };
}

/** A file of the page, which never changes under its address. */
export function fileQuestion<Result>(path: string): Question<Result> {
  return { key: path, load: async () => ({ answer: await (await fetch(path)).json(), asOfMs: 0 }) };
}
