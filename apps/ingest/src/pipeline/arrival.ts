/** An event as it arrived: the client's input, and the facts of its request. */
import type { EnrichedEvent, Event, KeyType } from '@footfall/schemas';
import type { Rejection } from './rejection.ts';
import type { InTurns } from '../admission/turns.ts';

/** The facts that all events of a request have in common. */
export interface RequestFacts {
  /** Epoch milliseconds. */
  receivedAt: number;
  /** `receivedAt` minus the batch's `sentAt`; 0 without one. */
  clockOffsetMs: number;
  workspaceId: string;
  /** The site's own host; null if the workspace names none. */
  domain: string | null;
  keyType: KeyType;
  /** The client's address in canonical form; undefined if it is not known. */
  address: string | undefined;
  /** The request's User-Agent header; `''` when there is none. */
  userAgent: string;
}

export interface Arrival {
  event: Event;
  /** The event's index in its request, from 0. */
  requestIndex: number;
  request: RequestFacts;
}

export type Verdict = { kind: 'accepted'; event: EnrichedEvent } | Rejection;

/** Enriches events. Returns one verdict for each arrival, in their order; a bad event never rejects the promise. */
export interface Pipeline {
  /** Works `inTurns`. Rejects with UNAVAILABLE if the state cannot be reached. */
  enrich(arrivals: readonly Arrival[], inTurns: InTurns): Promise<Verdict[]>;
  /** Deletes the salts that may no longer be known; nothing else does. Rejects with UNAVAILABLE if they cannot be deleted now. */
  forgetOldSalts(): Promise<void>;
}
