/** Accepts the events of a request, without Express: key, quota, a verdict for each event, publish. `events.ts` and `pixel.ts` read the request and answer it. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Authenticator, Identity } from '@footfall/auth';
import type { Bus, OutgoingRecord } from '@footfall/bus';
import { type AppError, toAppError } from '@footfall/errors';
import {
  bucketOf,
  type Client,
  type ClientAddress,
  consumeAnonymous,
  overLimit,
  requestId,
  sendError,
  setRateLimitHeaders,
} from '@footfall/http';
import { encodeEvent, type EnrichedEvent, eventKey } from '@footfall/schemas';
import type { Limits } from '@footfall/state';
import { type Logger, withDeadline } from '@footfall/process';
import type { Admission, Reservation } from '../admission/admission.ts';
import { overloaded } from '../admission/overloaded.ts';
import type { IngestLimits } from '../config.ts';
import type { Pipeline } from '../pipeline/arrival.ts';
import type { StepTime } from '../pipeline/step-times.ts';
import type { Batch } from './batch.ts';
import { ClientGone, discardBody } from './body.ts';
import { identify, keyWithBody, type Sender } from './caller.ts';
import { allowReading } from './cors.ts';
import type { Instruments } from './instruments.ts';
import { KeyRefusal } from './key-refusal.ts';
import type { EventQuota } from './quota.ts';
import { judge, noneAccepted, overQuota, type Verdicts } from './verdicts.ts';
import type { Witness } from './witness.ts';

export interface IntakeDeps {
  authenticator: Authenticator;
  bus: Pick<Bus, 'publish'>;
  pipeline: Pipeline;
  rateLimits: Limits;
  quota: EventQuota;
  clientAddress: ClientAddress;
  instruments: Instruments;
  witness: Witness;
  admission: Admission;
  limits: IngestLimits;
  logger: Logger;
  /** Epoch milliseconds. */
  now: () => number;
}

/** A request in progress. */
export interface Reception {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly sender: (request: IncomingMessage) => Sender;
  readonly reservation: Reservation;
  /** Epoch milliseconds. */
  readonly receivedAt: number;
  readonly client: Client;
  /** A key in the headers or the URL. */
  key?: string | undefined;
  /** Set once its key is known to be valid. */
  identity?: Identity;
  /** Set once its events are being worked on: the reservation is then released when that is over. */
  isAccepting?: true;
  /** Set once every event has its verdict, and the accepted ones are durable. */
  isJudged?: true;
}

/** The content of a request. */
export interface Content {
  /** A key in addition to those in the headers and the URL; undefined without one. */
  key: unknown;
  /** Decompressed. */
  bytes: number;
  /** Called once the key is valid. Throws BAD_REQUEST. `receivedAt`: epoch milliseconds. */
  readBatch(receivedAt: number): Batch;
}

export class Intake {
  readonly #deps: IntakeDeps;
  readonly #times: Readonly<Record<'key' | 'read' | 'encode' | 'publish', StepTime>>;
  readonly limits: IngestLimits;

  constructor(deps: IntakeDeps) {
    const { times } = deps.pipeline;
    this.#deps = deps;
    this.#times = {
      key: times.of('key'),
      read: times.of('read'),
      encode: times.of('encode'),
      publish: times.of('publish'),
    };
    this.limits = deps.limits;
  }

  /** Has `handle`, which never throws but rejects, read and answer a request; what it rejects with is answered here. `sender` tells which pages it comes from. */
  receive(
    request: IncomingMessage,
    response: ServerResponse,
    sender: Reception['sender'],
    handle: (reception: Reception) => Promise<number>,
  ): void {
    const { admission, clientAddress, instruments, logger, now } = this.#deps;
    // A page that is left may close its connection right behind its last events, and the address is gone with it.
    const client = clientAddress(request);
    const reservation = admission.reserve(bucketOf(client));
    const reception: Reception = { request, response, sender, reservation, receivedAt: now(), client };
    handle(reception)
      .catch((thrown: unknown) => this.#refuse(reception, thrown))
      .then(
        (status) => instruments.answered(status),
        (error: unknown) => {
          logger.error({ err: error }, 'Could not respond to a request');
          response.destroy();
        },
      );
  }

  /** Identifies the caller by `key`. Throws UNAUTHORIZED, FORBIDDEN, or RATE_LIMIT if the workspace is known to have no quota left. */
  async identify(reception: Reception, key: string): Promise<Identity> {
    const { authenticator, limits, quota } = this.#deps;
    const { request, response, reservation, sender } = reception;
    const startedAtMs = performance.now();
    const identifying = identify(authenticator, key, () => sender(request));
    const identity =
      identifying instanceof Promise
        ? await withDeadline(identifying, limits.identifyDeadlineMs, () => reservation.expire())
        : identifying;
    this.#times.key.ms += performance.now() - startedAtMs;
    reception.identity = identity;
    reservation.bytes.identify();
    quota.check(identity.workspaceId, response);
    return identity;
  }

  /** Returns the verdicts for the events of a request that has arrived in `bytes`; those that were accepted are durable. `read` is called in turn. Throws what is wrong with the request as a whole, BAD_REQUEST if no event is accepted, and UNAVAILABLE after a deadline. */
  async accept(reception: Reception, bytes: number, read: () => Content): Promise<Verdicts> {
    const { reservation } = reception;
    reception.isAccepting = true;
    // Events that are being published hold their reservation until that is over, even if their client was told to retry.
    const accepting = this.#accept(reception, bytes, read).finally(() => reservation.release());
    const verdicts = await withDeadline(accepting, this.limits.acceptDeadlineMs, () => reservation.expire());
    if (verdicts.accepted.length === 0) throw noneAccepted(verdicts.rejected);
    return verdicts;
  }

  async #accept(reception: Reception, bytes: number, read: () => Content): Promise<Verdicts> {
    const { instruments, pipeline, quota, witness } = this.#deps;
    const { request, response, reservation, receivedAt, client } = reception;
    const beginByMs = performance.now() + this.limits.acceptDeadlineMs / 2;
    // An identified body waits for nothing but its turn. Another one gives way to bodies that arrive later.
    if (reception.identity) reservation.bytes.keep();
    const content = await reservation.turn.begin(bytes, () => {
      if (performance.now() > beginByMs) throw overloaded();
      reservation.bytes.keep();
      return this.#times.read.spend(read);
    });
    const key = keyWithBody(reception.key, content.key);
    const { workspaceId, domain, type } = reception.identity ?? (await this.identify(reception, key));
    const { events, clockOffsetMs } = content.readBatch(receivedAt);
    reservation.begin(events.length);
    const admitted = await quota.take(workspaceId, events.length, response);
    const userAgent = request.headers['user-agent'] ?? '';
    const context = {
      receivedAt,
      clockOffsetMs,
      workspaceId,
      domain,
      keyType: type,
      address: client.address,
      userAgent,
    };
    const inTurns = reservation.turn.inTurns(content.bytes);
    const verdicts = await judge(events.slice(0, admitted), context, pipeline, inTurns);
    verdicts.rejected.push(...overQuota(admitted, events.length));
    for (const { code } of verdicts.rejected) instruments.rejected(code);
    if (verdicts.accepted.length > 0)
      await this.#publish(await inTurns(verdicts.accepted, (event) => this.#times.encode.spend(() => toRecord(event))));
    reception.isJudged = true;
    witness.judged(workspaceId, verdicts, () => originOf(reception));
    return verdicts;
  }

  async #publish(records: readonly OutgoingRecord[]): Promise<void> {
    const { bus, instruments } = this.#deps;
    const startedAtMs = performance.now();
    await bus.publish('events', records);
    const tookMs = performance.now() - startedAtMs;
    this.#times.publish.ms += tookMs;
    instruments.published(tookMs / 1000);
    instruments.accepted(records.length);
  }

  /** Answers with an error; returns its status, 0 when nobody is left to answer. A caller without a valid key, or with a second one that may not be used, uses up the rate limit of their address by it. */
  async #refuse(reception: Reception, thrown: unknown): Promise<number> {
    const { instruments, limits, logger, now, rateLimits, witness } = this.#deps;
    const { request, response, client, identity, isJudged } = reception;
    if (!reception.isAccepting) reception.reservation.release();
    if (thrown instanceof ClientGone) return 0;
    requestId(response);
    allowReading(request, response);
    if (thrown instanceof KeyRefusal) instruments.refused(thrown.problem);
    let error: AppError = toAppError(thrown);
    const reason = error;
    const isStranger = !identity || thrown instanceof KeyRefusal;
    if (isStranger && error.status < 500) {
      const allowance = await consumeAnonymous(rateLimits, client);
      setRateLimitHeaders(response, allowance);
      if (!allowance.allowed) error = overLimit(allowance.resetAtMs, now());
    }
    // Of strangers above their limit nothing is reported, which would cost more than to refuse them.
    const isWorthIt = isStranger ? error === reason && error.status < 500 : !isJudged;
    if (isWorthIt) witness.refused(reason, identity?.workspaceId, originOf(reception));
    sendError(response, error, logger);
    discardBody(request, limits.discardedBytesMax);
    return error.status;
  }
}

function toRecord(event: EnrichedEvent): OutgoingRecord {
  return { key: eventKey(event), value: encodeEvent(event) };
}

/** Returns the origin of the page that a request comes from; undefined without one. */
function originOf({ request, sender }: Reception): string | undefined {
  return sender(request).origins[0];
}
