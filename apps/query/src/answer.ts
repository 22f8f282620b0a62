/** A query's answer: from the cache or computed, once however many ask; kept and sent as text. */
import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { successText } from '@footfall/envelope';
import { readThrough, type State } from '@footfall/state';
import type { Query, Warehouse } from '@footfall/warehouse';
import type { Instruments } from './instruments.ts';
import type { Params } from './params.ts';
import { Slots } from './slots.ts';

/** Part of every cache key: count it up when a result's meaning changes, so that entries of the version before are not used. */
const cacheVersion = 1;
/** SHA-256 in base64url. */
const digestLength = 43;

export interface Answer {
  workspaceId: string;
  /** The result's fields, as JSON of an object. */
  resultJson: string;
  /** Of workspace and result; the same for every encoding, and whether or not it came from the cache. */
  etag: string;
  fromCache: boolean;
  /** Epoch milliseconds. */
  expiresAtMs: number;
}

export interface Answerer {
  /** Rejects with BAD_REQUEST for parameters that are wrong together or now, with UNAVAILABLE when too much runs or the warehouse does not answer. */
  answer(query: Query, params: Params, workspaceId: string): Promise<Answer>;
}

interface AnswererDeps {
  warehouse: Pick<Warehouse, 'read'>;
  state: Pick<State, 'cache'>;
  queriesAtOnceMax: number;
  now: () => number;
}

export function createAnswerer(deps: AnswererDeps, instruments: Instruments): Answerer {
  const { warehouse, state, now } = deps;
  const slots = new Slots(deps.queriesAtOnceMax, (taken) => instruments.running(taken));

  return {
    async answer(query, params, workspaceId) {
      const key = cacheKey(query, params, workspaceId);
      // In front of cache and slots: what is wrong is wrong however busy the host is.
      const asked = query.resolve(params, now());
      const compute = async () => {
        const result = await slots.run(() => query.run(asked, { warehouse, workspaceId }));
        return seal(key, JSON.stringify(result));
      };
      const { text, fromCache, expiresAtMs } = await readThrough({
        cache: state.cache,
        key,
        ttlMs: query.cacheTtlSeconds * 1000,
        compute,
        isUsable: (sealed) => isSealed(key, sealed),
        now,
        onPoisoned: () => instruments.cacheLookup(query.name, 'poisoned'),
      });
      instruments.cacheLookup(query.name, fromCache ? 'hit' : 'miss');
      return { workspaceId, ...unseal(text), fromCache, expiresAtMs };
    },
  };
}

/** Only what the caller gave is in the key: a range by default means "now" and shares its entry for as long as that lives. */
function cacheKey(query: Query, params: Params, workspaceId: string): string {
  return `answer:${cacheVersion}:${workspaceId}:${query.name}:${JSON.stringify(params)}`;
}

/** What is cached: a digest of key and result, and the result. The digest is the ETag too. */
function seal(key: string, resultJson: string): string {
  return digest(key, resultJson) + resultJson;
}

/** False for what was sealed for another workspace, by another version, or is cut short. */
function isSealed(key: string, sealed: string): boolean {
  return sealed.slice(0, digestLength) === digest(key, sealed.slice(digestLength));
}

function unseal(sealed: string): Pick<Answer, 'etag' | 'resultJson'> {
  // Weak, because one result goes out in several encodings, and with either value of `fromCache`.
  return { etag: `W/"${sealed.slice(0, digestLength)}"`, resultJson: sealed.slice(digestLength) };
}

function digest(key: string, resultJson: string): string {
  return hash('sha256', `${key}\0${resultJson}`, 'base64url');
}

/** Writes `answer`, or 304 when the client has it already. */
export function sendAnswer(request: IncomingMessage, response: ServerResponse, answer: Answer, nowMs: number): void {
  const maxAgeSeconds = Math.max(0, Math.floor((answer.expiresAtMs - nowMs) / 1000));
  response.setHeader('Cache-Control', `private, max-age=${maxAgeSeconds}`);
  response.setHeader('ETag', answer.etag);
  if (holds(request.headers['if-none-match'], answer.etag)) {
    response.statusCode = 304;
    response.end();
    return;
  }
  const body = successText(answer.workspaceId, answer.fromCache, answer.resultJson);
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', Buffer.byteLength(body));
  response.end(body);
}

/** Whether `If-None-Match` names `etag`, weak or strong (RFC 9110, 13.1.2). */
function holds(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((tag) => opaque(tag) === opaque(etag));
}
