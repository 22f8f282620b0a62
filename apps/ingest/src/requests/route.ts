/** One way to send events, such as in a body or by a pixel: how requests of it are read and answered. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Identity } from '@footfall/auth';
import type { Client } from '@footfall/http';
import type { Reservation } from '../admission/admission.ts';
import type { IngestLimits } from '../config.ts';
import type { Batch } from './batch.ts';
import type { Sender } from './caller.ts';
import type { Verdicts } from './verdicts.ts';

/** The methods are called in this order, by `intake.ts`. */
export interface Route {
  /** Tells which pages a request comes from. */
  senderOf(request: IncomingMessage): Sender;
  /** Resolves with the body as sent. */
  receive(reception: Reception, limits: IngestLimits): Promise<Buffer>;
  /** Parses the request, whose body is `sent`. Throws BAD_REQUEST and PAYLOAD_TOO_LARGE. */
  parse(reception: Reception, sent: Buffer, limits: IngestLimits): Content;
  /** Responds to a request with at least one accepted event, and returns the status. */
  answer(reception: Reception, verdicts: Verdicts): number;
}

/** The content of a request. */
export interface Content {
  /** A key in addition to those in the headers and the URL; undefined without one. */
  key: unknown;
  /** Decompressed. */
  bytes: number;
  /** Called once the key is valid. Throws BAD_REQUEST. `receivedAt`: epoch milliseconds. */
  toBatch(receivedAt: number): Batch;
}

/** A request in progress. */
export interface Reception {
  readonly route: Route;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly reservation: Reservation;
  /** Epoch milliseconds. */
  readonly receivedAt: number;
  readonly client: Client;
  /** Set once its key is known to be valid. */
  identity?: Identity;
  /** Set once every event has its verdict, and the accepted ones are durable. */
  isJudged?: true;
}
