/** An event as it arrived: the client's input, and the facts of its request. */
import type { Event, KeyType } from '@footfall/schemas';

/** The facts that all events of a request have in common. */
export interface RequestFacts {
  /** Epoch milliseconds. */
  receivedAt: number;
  /** `receivedAt` minus the batch's `sentAt`; 0 without one. */
  clockOffsetMs: number;
  workspaceId: string;
  /** The domain of the workspace; null if it has none. */
  domain: string | null;
  keyType: KeyType;
  /** The client's address in canonical form; undefined if unknown. */
  address: string | undefined;
  /** The request's User-Agent header; `''` if there is none. */
  userAgent: string;
}

export interface Arrival {
  event: Event;
  /** The event's index in its request, from 0. */
  requestIndex: number;
  request: RequestFacts;
}
