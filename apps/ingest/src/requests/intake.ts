/** The work on a request with events, by POST or by pixel: identify the key, count against the quota, judge each event, publish; or refuse the request. Does not use Express. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Bus, OutgoingRecord } from '@footfall/bus';
import { type AppError, toAppError } from '@footfall/errors';
import {
  type ClientAddress,
  consumeAnonymous,
  overLimit,
  setRequestId,
  sendError,
  setRateLimitHeaders,
} from '@footfall/http';
import { encodeEvent, type EnrichedEvent, eventKey } from '@footfall/schemas';
import type { Limits } from '@footfall/state';
import { type Logger, withDeadline } from '@footfall/process';
import type { Identity, KeyStore } from '@footfall/warehouse';
import type { Admission } from '../admission/admission.ts';
import { notStoredInTime, overloaded } from '../admission/overloaded.ts';
import type { InTurns } from '../admission/turns.ts';
import type { IngestLimits } from '../config.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import { timed } from '../pipeline/step-times.ts';
import type { Batch } from './batch.ts';
import { ClientGone, discardBody } from './body.ts';
import { identify, keyBeforeBody, keyWithBody } from './caller.ts';
import { allowReading } from './cors.ts';
import type { Instruments } from './instruments.ts';
import { KeyRefusal } from './key-refusal.ts';
import type { PublishDelay } from './publish-delay.ts';
import type { EventQuota } from './quota.ts';
import type { Content, Reception } from './reception.ts';
import { judge, noneAccepted, overQuota, type Verdicts } from './verdicts.ts';
import type { IntakeRecorder } from './reports/intake-recorder.ts';

export interface IntakeDeps {
  keyStore: Pick<KeyStore, 'identify'>;
  bus: Pick<Bus, 'publish'>;
  pipeline: Pipeline;
  rateLimits: Limits;
  quota: EventQuota;
  clientAddress: ClientAddress;
  instruments: Instruments;
  recorder: IntakeRecorder;
  admission: Admission;
  delay: PublishDelay;
  limits: IngestLimits;
  logger: Logger;
  /** Epoch milliseconds. */
  now: () => number;
}

/** Reads a request, has its events accepted, responds, and resolves with the status. */
type Respond = (reception: Reception) => Promise<number>;

export class Intake {
  readonly #deps: IntakeDeps;

  constructor(deps: IntakeDeps) {
    this.#deps = deps;
  }

  /** Responds to a request with `respond`, or with the error that it throws. */
  handle(request: IncomingMessage, response: ServerResponse, senderOf: Reception['senderOf'], respond: Respond): void {
    const { admission, clientAddress, instruments, logger, now } = this.#deps;
    // A page that is left may close its connection right after its last events, and the address is then unknown.
    const client = clientAddress(request);
    const reservation = admission.reserve(client.bucket);
    const reception: Reception = { request, response, senderOf, reservation, receivedAt: now(), client };
    respond(reception)
      .catch((thrown: unknown) => this.#refuse(reception, thrown))
      .then(
        (status) => instruments.requests.inc({ status }),
        (error: unknown) => {
          logger.error({ err: error }, 'Could not respond to a request');
          response.destroy();
        },
      );
  }

  /** Identifies the caller by the key in the headers or the URL, if there is one. Rejects with UNAUTHORIZED, FORBIDDEN and RATE_LIMIT. */
  async identify(reception: Reception): Promise<void> {
    const key = keyBeforeBody(reception.request);
    if (key === undefined) return;
    await this.#identify(reception, key);
    reception.key = key;
  }

  /**
   * Accepts the events of a request: they are durable once this resolves. `read` parses the body, of `sentBytes`, in its turn. Rejects
   * with the fault of the request as a whole, with BAD_REQUEST if no event is accepted, and with UNAVAILABLE after a deadline.
   */
  async accept(reception: Reception, sentBytes: number, read: () => Content): Promise<Verdicts> {
    const accepting = this.#accept(reception, sentBytes, read);
    const verdicts = await withDeadline(accepting, this.#deps.limits.acceptDeadlineMs, () => this.#expire(reception));
    if (verdicts.accepted.length === 0) throw noneAccepted(verdicts.rejected);
    return verdicts;
  }

  /** Refuses a request that has exceeded its deadline, with the reason. */
  #expire({ publishingSinceMs, reservation }: Reception): never {
    const isLogSlow = publishingSinceMs !== undefined && this.#deps.delay.noteIfExceeded(publishingSinceMs);
    return reservation.expire(isLogSlow ? notStoredInTime() : overloaded());
  }

  /** Parses a request, judges its events, and publishes those that are accepted. */
  async #accept(reception: Reception, sentBytes: number, read: () => Content): Promise<Verdicts> {
    const { reservation } = reception;
    try {
      const content = await this.#read(reception, sentBytes, read);
      const key = keyWithBody(reception.key, content.key);
      const identity = reception.identity ?? (await this.#identify(reception, key));
      const batch = content.toBatch();
      const inTurns = reservation.turn.inTurns(content.bytes);
      const verdicts = await this.#judge(reception, identity, batch, inTurns);
      if (verdicts.accepted.length > 0) await this.#publish(reception, verdicts.accepted, inTurns);
      reception.isJudged = true;
      this.#deps.recorder.judged(identity.workspaceId, verdicts, () => originOf(reception));
      return verdicts;
    } finally {
      reservation.release();
    }
  }

  /** Identifies the caller by `key`. Rejects with UNAUTHORIZED, FORBIDDEN, or RATE_LIMIT if the workspace is known to have no quota left. */
  async #identify(reception: Reception, key: string): Promise<Identity> {
    const { keyStore, limits, quota } = this.#deps;
    const { request, response, reservation, senderOf } = reception;
    const identifying = identify(keyStore, key, () => senderOf(request));
    const identity =
      identifying instanceof Promise
        ? await withDeadline(identifying, limits.identifyDeadlineMs, () => reservation.expire(overloaded()))
        : identifying;
    reception.identity = identity;
    reservation.bytes.identify();
    quota.check(identity.workspaceId, response);
    return identity;
  }

  /** Parses a request in its turn. */
  #read({ identity, reservation }: Reception, sentBytes: number, read: () => Content): Promise<Content> {
    const beginByMs = performance.now() + this.#deps.limits.acceptDeadlineMs / 2;
    // An identified body waits only for its turn. Any other can be dropped for bodies that arrive later.
    if (identity) reservation.bytes.keep();
    return reservation.turn.begin(sentBytes, () => {
      if (performance.now() > beginByMs) throw overloaded();
      reservation.bytes.keep();
      return readContent(read);
    });
  }

  /** Counts the events of a request against the quota, and resolves with the verdict for each. */
  async #judge(reception: Reception, identity: Identity, batch: Batch, inTurns: InTurns): Promise<Verdicts> {
    const { instruments, pipeline, quota } = this.#deps;
    const { request, response, reservation, receivedAt, client } = reception;
    const { workspaceId, domain, type } = identity;
    const { events, clockOffsetMs } = batch;
    reservation.begin(events.length);
    const admitted = await quota.take(workspaceId, events.length, response);
    const facts = {
      receivedAt,
      clockOffsetMs,
      workspaceId,
      domain,
      keyType: type,
      address: client.address,
      userAgent: request.headers['user-agent'] ?? '',
    };
    const verdicts = await judge(events.slice(0, admitted), facts, pipeline, inTurns);
    verdicts.rejected.push(...overQuota(admitted, events.length));
    for (const { code } of verdicts.rejected) instruments.rejected.inc({ code });
    return verdicts;
  }

  async #publish(reception: Reception, events: readonly EnrichedEvent[], inTurns: InTurns): Promise<void> {
    const { bus, delay, instruments } = this.#deps;
    const records = await inTurns(events, encode);
    const sinceMs = performance.now();
    reception.publishingSinceMs = sinceMs;
    await publish(bus, records);
    delay.stored(sinceMs);
    instruments.publishSeconds.observe((performance.now() - sinceMs) / 1000);
    instruments.accepted.inc(records.length);
  }

  /** Responds with an error, and returns its status; 0 if the client has disconnected. Counts against the rate limit of the address if the caller has no valid key, or a second key that must not be used. */
  async #refuse(reception: Reception, thrown: unknown): Promise<number> {
    const { instruments, limits, logger, now, rateLimits, recorder } = this.#deps;
    const { request, response, client, identity, isJudged, reservation } = reception;
    reservation.abandon();
    if (thrown instanceof ClientGone) return 0;
    setRequestId(response);
    allowReading(request, response);
    if (thrown instanceof KeyRefusal) instruments.keysRefused.inc({ reason: thrown.problem });
    let error: AppError = toAppError(thrown);
    const reason = error;
    const isStranger = !identity || thrown instanceof KeyRefusal;
    if (isStranger && error.status < 500) {
      const decision = await consumeAnonymous(rateLimits, client);
      setRateLimitHeaders(response, decision);
      if (!decision.allowed) error = overLimit(decision.resetAtMs, now());
    }
    // Unknown clients above their limit are not reported, because that would cost more than refusing them.
    const isReported = isStranger ? error === reason && error.status < 500 : !isJudged;
    if (isReported) recorder.refused(reason, identity?.workspaceId, originOf(reception));
    sendError(response, error, logger);
    discardBody(request, limits.discardedBytesMax);
    return error.status;
  }
}

const readContent = timed('read', (read: () => Content) => read());

const encode = timed('encode', (event: EnrichedEvent) => ({ key: eventKey(event), value: encodeEvent(event) }));

const publish = timed('publish', (bus: IntakeDeps['bus'], records: readonly OutgoingRecord[]) =>
  bus.publish('events', records),
);

/** Returns the origin of the page that a request comes from; undefined without one. */
function originOf({ request, senderOf }: Reception): string | undefined {
  return senderOf(request).origins[0];
}
