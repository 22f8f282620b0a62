/** A request with events while it is processed, and its content. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Identity } from '@footfall/warehouse';
import type { Client } from '@footfall/http';
import type { Reservation } from '../admission/admission.ts';
import type { Batch } from './batch.ts';
import type { Sender } from './caller.ts';

export interface Reception {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Returns the pages that the request comes from. */
  readonly senderOf: (request: IncomingMessage) => Sender;
  readonly reservation: Reservation;
  /** Epoch milliseconds. */
  readonly receivedAt: number;
  readonly client: Client;
  /** The key in the headers or the URL; undefined without one. */
  key?: string | undefined;
  /** Set once the key is known to be valid. */
  identity?: Identity;
  /** Set once its events are being published: the monotonic time at which that began. */
  publishingSinceMs?: number;
  /** Set once every event has its verdict, and the accepted ones are durable. */
  isJudged?: true;
}

/** The content of a request. */
export interface Content {
  /** A key in addition to those in the headers and the URL; undefined without one. */
  key: unknown;
  /** Decompressed. */
  bytes: number;
  /** Called once the key is valid. Throws BAD_REQUEST. */
  toBatch(): Batch;
}
