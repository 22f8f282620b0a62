/** Identifies callers and counts their requests against the limit of the key, of the person or of the share's visitor; without any of them, of the address. */
import type { IncomingMessage } from 'node:http';
import { isGrantOf, shareOfGrant } from '@footfall/auth';
import { AppError } from '@footfall/errors';
import {
  type ClientAddress,
  consumeAnonymous,
  type RateLimitState,
  readCredentials,
  type RequestOrigin,
  unlimitedCount,
} from '@footfall/http';
import { planLimits } from '@footfall/schemas';
import type { LimitDecision, Limits } from '@footfall/state';
import type { Identity, KeyStore, PeopleStore, SessionHolder } from '@footfall/warehouse';
import { identifyPerson } from './person.ts';
import { consumeShare } from './share-limit.ts';

const windowMs = 60_000;

/** The part of the data that a caller may read: a workspace, narrowed by fixed filters. */
export interface Readable {
  workspaceId: string;
  /** Texts of filters, sorted. */
  fixedFilters: readonly string[];
}

/** The part that a caller may read, or the reason why there is none. */
export type Access = Readable | { refusal: AppError };

interface Caller {
  /** Absent without a valid key, session or grant. */
  access?: Access;
  rateLimit: LimitDecision;
  /** The error that prevented identifying the caller. */
  fault?: unknown;
}

interface CallerDeps {
  keyStore: Pick<KeyStore, 'identify'>;
  people: Pick<PeopleStore, 'findSession' | 'findShare'>;
  clientAddress: ClientAddress;
  requestOrigin: RequestOrigin;
  limits: Limits;
  now: () => number;
}

/** Returns a function that counts a request and identifies its caller, and never rejects. */
export function callerReader(deps: CallerDeps): (request: IncomingMessage) => Promise<Caller> {
  const { keyStore, people, clientAddress, limits, now } = deps;
  const withoutKey = (request: IncomingMessage) => consumeAnonymous(limits, clientAddress(request));
  const consumeKey = ({ keyId, plan }: Identity) => {
    const limit = planLimits[plan];
    if (limit === 'unlimited') return { allowed: true, ...untouched(unlimitedCount, now()) };
    return limits.consume(`key:${keyId}`, limit);
  };

  const byKey = async (key: string): Promise<Caller | undefined> => {
    const identity = await keyStore.identify(key);
    return identity && { access: accessOfKey(identity), rateLimit: await consumeKey(identity) };
  };
  const byGrant = async (grant: string, request: IncomingMessage): Promise<Caller | undefined> => {
    const shareId = shareOfGrant(grant);
    const share = shareId === undefined ? undefined : await people.findShare(shareId);
    if (!share || !isGrantOf(share, grant, now())) return undefined;
    const rateLimit = await consumeShare(limits, share.shareId, clientAddress(request));
    return { access: { workspaceId: share.workspaceId, fixedFilters: share.filters }, rateLimit };
  };
  const bySession = async (request: IncomingMessage): Promise<Caller | undefined> => {
    const person = await identifyPerson(deps, request);
    return person && { access: accessOfSession(person.holder, request), rateLimit: person.rateLimit };
  };
  const identify = async (request: IncomingMessage): Promise<Caller | undefined> => {
    const credentials = readCredentials(request.headersDistinct);
    if (credentials.kind === 'conflict') return undefined;
    if (credentials.kind === 'key') return byKey(credentials.key);
    const { 'x-share': [grant, ...others] = [] } = request.headersDistinct;
    if (grant !== undefined) return others.length > 0 ? undefined : byGrant(grant, request);
    return bySession(request);
  };

  return async (request) => {
    try {
      return (await identify(request)) ?? { rateLimit: await withoutKey(request) };
    } catch (fault) {
      return { fault, rateLimit: await withoutKey(request) };
    }
  };
}

function accessOfKey({ type, workspaceId }: Identity): Access {
  if (type === 'secret') return allOf(workspaceId);
  return { refusal: new AppError('FORBIDDEN', 'A public key can only send events; this needs a secret key') };
}

function accessOfSession({ roles }: SessionHolder, request: IncomingMessage): Access {
  const { 'x-workspace': [workspaceId, ...others] = [] } = request.headersDistinct;
  if (workspaceId === undefined || others.length > 0) {
    return { refusal: new AppError('BAD_REQUEST', 'X-Workspace must be the ID of one workspace (ws_…)') };
  }
  if (roles.has(workspaceId)) return allOf(workspaceId);
  return { refusal: new AppError('FORBIDDEN', 'You have no access to this workspace') };
}

const allOf = (workspaceId: string): Readable => ({ workspaceId, fixedFilters: [] });

/** Returns the rate limit headers of a request that is not counted: those of the Free plan, unused. */
export function uncounted(nowMs: number): RateLimitState {
  return untouched(planLimits.free.perMinute, nowMs);
}

function untouched(limit: number, nowMs: number): RateLimitState {
  return { limit, remaining: limit, resetAtMs: (Math.floor(nowMs / windowMs) + 1) * windowMs };
}
