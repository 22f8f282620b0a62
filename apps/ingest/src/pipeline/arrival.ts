/** An event as it came: what the client sent, and what the request tells about it. */
import type { EnrichedEvent, Event, KeyType } from '@footfall/schemas';
import type { Rejection } from './rejection.ts';
import type { InTurns } from '../admission/turns.ts';

export interface Arrival {
  event: Event;
  /** The event's index in its request, from 0. */
  requestIndex: number;
  /** Epoch milliseconds. */
  receivedAt: number;
  /** `receivedAt` minus the batch's `sentAt`; 0 without one. */
  clockOffsetMs: number;
  workspaceId: string;
  keyType: KeyType;
  /** The client's address in canonical form; undefined when it cannot be told. */
  address: string | undefined;
  /** The request's User-Agent header; `''` when there is none. */
  userAgent: string;
}

export type Verdict = { kind: 'accepted'; event: EnrichedEvent } | Rejection;

/** Makes events whole. One verdict for each arrival, in their order; a bad event never rejects the promise. */
export interface Pipeline {
  /** Does its work `inTurns`. Rejects with UNAVAILABLE when the state cannot be reached. */
  enrich(arrivals: readonly Arrival[], inTurns: InTurns): Promise<Verdict[]>;
  /** To be called every few minutes, so that a day's salt is forgotten in time when nobody visits. Never rejects. */
  forgetOldSalts(): Promise<void>;
}
