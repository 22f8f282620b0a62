/** Handles a request that brings events, without Express: key, quota, body, a verdict for each event, publish, respond. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
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
import { type EnrichedEvent, eventKey } from '@footfall/schemas';
import type { Limits } from '@footfall/state';
import type { Logger } from '@footfall/process';
import type { Admission, Reservation } from '../admission/admission.ts';
import type { Pipeline } from '../pipeline/arrival.ts';
import type { Batch } from './batch.ts';
import { ClientGone, discardBody, receiveBody } from './body.ts';
import { identify, keyBeforeBody, keyWithBody, type Sender } from './caller.ts';
import type { IngestLimits } from '../config.ts';
import { allowReading } from './cors.ts';
import { within } from '../admission/deadline.ts';
import type { Instruments } from './instruments.ts';
import { KeyRefusal } from './key-refusal.ts';
import { overloaded } from '../admission/overloaded.ts';
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

/** The content of a request. */
interface Content {
  /** A key in addition to those in the headers and the URL; undefined without one. */
  key: unknown;
  /** Decompressed. */
  bytes: number;
  /** Called once the key is valid. Throws BAD_REQUEST. */
  readBatch(receivedAt: number): Batch;
}

/** The differences between the two ways in which events arrive. */
export interface Way {
  hasBody: boolean;
  senderOf(request: IncomingMessage): Sender;
  /** Reads the whole request, whose body is `sent`. Throws what is wrong with the request as a whole. */
  parse(request: IncomingMessage, sent: Buffer, bytesMax: number, hold: Reservation['hold']): Content;
  /** Reports that at least one event is durable; returns the status. */
  answer(response: ServerResponse, verdicts: Verdicts): number;
}

/** The state of a request in progress. */
interface Reception {
  request: IncomingMessage;
  response: ServerResponse;
  reservation: Reservation;
  /** Epoch milliseconds. */
  receivedAt: number;
  client: Client;
  /** Set once its key is known to be valid. */
  identity?: Identity;
  /** Set once every event has its verdict, and the accepted ones are durable. */
  isJudged?: true;
}

/** Returns the handler of all requests of one way. */
export function createIntake(deps: IntakeDeps, way: Way): RequestListener {
  return (request, response) => {
    // A page that is left may close its connection right behind its last events, and the address is gone with it.
    const client = deps.clientAddress(request);
    const reservation = deps.admission.reserve(bucketOf(client));
    const reception: Reception = { request, response, reservation, receivedAt: deps.now(), client };
    receive(deps, way, reception)
      .catch((thrown: unknown) => refuse(deps, way, reception, thrown))
      .then(
        (status) => deps.instruments.answered(status),
        (error: unknown) => {
          deps.logger.error({ err: error }, 'Could not answer a request');
          response.destroy();
        },
      );
  };
}

/** Returns the status of the response; rejects with what to answer instead. */
async function receive(deps: IntakeDeps, way: Way, reception: Reception): Promise<number> {
  const { request, response, reservation } = reception;
  const { limits } = deps;
  requestId(request, response);
  allowReading(request, response);
  let accepting: Promise<Verdicts> | undefined;
  try {
    const key = keyBeforeBody(request);
    if (key !== undefined) await recognise(deps, way, reception, key);
    const sent = way.hasBody ? await receiveBody(request, limits, reservation) : Buffer.alloc(0);
    accepting = accept(deps, way, reception, key, sent);
  } finally {
    // Events that are being published hold their reservation until that is over, even if their client was told to retry.
    if (accepting) accepting.catch(() => undefined).finally(reservation.release);
    else reservation.release();
  }
  const verdicts = await within(limits.acceptDeadlineMs, accepting).catch((error: unknown) => {
    reservation.abandon(error);
    throw error;
  });
  if (verdicts.accepted.length === 0) throw noneAccepted(verdicts.rejected);
  return way.answer(response, verdicts);
}

/** Identifies the caller. Throws RATE_LIMIT if the workspace is known to have no quota left. */
async function recognise(deps: IntakeDeps, way: Way, reception: Reception, key: string): Promise<Identity> {
  const { authenticator, limits, quota } = deps;
  const { request, response, reservation } = reception;
  const identifying = identify(authenticator, key, way.senderOf(request));
  const identity = await within(limits.identifyDeadlineMs, identifying);
  reception.identity = identity;
  reservation.identify();
  quota.check(identity.workspaceId, response);
  return identity;
}

/** Returns the verdicts for the events of a request that has arrived, the accepted ones durable. `keyBefore`: the key before the body. */
async function accept(
  deps: IntakeDeps,
  way: Way,
  reception: Reception,
  keyBefore: string | undefined,
  sent: Buffer,
): Promise<Verdicts> {
  const { request, response, reservation, receivedAt, client } = reception;
  const { acceptDeadlineMs, bodyBytesMax } = deps.limits;
  const beginByMs = performance.now() + acceptDeadlineMs / 2;
  // An identified body waits for nothing but its turn. Another one gives way to bodies that arrive later.
  if (reception.identity) reservation.keep();
  const content = await reservation.turn.run(sent.length, () => {
    if (performance.now() > beginByMs) throw overloaded();
    reservation.keep();
    return way.parse(request, sent, bodyBytesMax, reservation.hold);
  });
  const key = keyWithBody(keyBefore, content.key);
  const { workspaceId, domain, type } = reception.identity ?? (await recognise(deps, way, reception, key));
  const { events, clockOffsetMs } = content.readBatch(receivedAt);
  reservation.begin(events.length);
  const admitted = await deps.quota.take(workspaceId, events.length, response);
  const userAgent = request.headers['user-agent'] ?? '';
  const context = { receivedAt, clockOffsetMs, workspaceId, domain, keyType: type, address: client.address, userAgent };
  const inTurns = reservation.turn.inTurns(content.bytes);
  const verdicts = await judge(events.slice(0, admitted), content.bytes, context, deps.pipeline, inTurns);
  verdicts.rejected.push(...overQuota(admitted, events.length));
  for (const { code } of verdicts.rejected) deps.instruments.rejected(code);
  if (verdicts.accepted.length > 0) await publish(deps, await inTurns(verdicts.accepted, toRecord));
  reception.isJudged = true;
  deps.witness.judged(workspaceId, verdicts, () => originOf(way, request));
  return verdicts;
}

function toRecord(event: EnrichedEvent): OutgoingRecord {
  return { key: eventKey(event), value: Buffer.from(JSON.stringify(event)) };
}

async function publish({ bus, instruments }: IntakeDeps, records: readonly OutgoingRecord[]): Promise<void> {
  const startedAtMs = performance.now();
  await bus.publish('events', records);
  instruments.published((performance.now() - startedAtMs) / 1000);
  instruments.accepted(records.length);
}

/** Answers with an error; returns its status, 0 when nobody is left to answer. A caller without a valid key, or with a second one that may not be used, uses up the rate limit of their address by it. */
async function refuse(
  deps: IntakeDeps,
  way: Way,
  { request, response, client, identity, isJudged }: Reception,
  thrown: unknown,
): Promise<number> {
  if (thrown instanceof ClientGone) return 0;
  if (thrown instanceof KeyRefusal) deps.instruments.refused(thrown.problem);
  let error: AppError = toAppError(thrown);
  const reason = error;
  const isStranger = !identity || thrown instanceof KeyRefusal;
  if (isStranger && error.status < 500) {
    const allowance = await consumeAnonymous(deps.rateLimits, client);
    setRateLimitHeaders(response, allowance);
    if (!allowance.allowed) error = overLimit(allowance.resetAtMs, deps.now());
  }
  // Of strangers above their limit nothing is reported, which would cost more than to refuse them.
  const isWorthIt = isStranger ? error === reason && error.status < 500 : !isJudged;
  if (isWorthIt) deps.witness.refused(reason, identity?.workspaceId, originOf(way, request));
  sendError(response, error, deps.logger);
  discardBody(request, deps.limits.discardedBytesMax);
  return error.status;
}

/** Returns the origin of the page that a request comes from; undefined without one. */
function originOf(way: Way, request: IncomingMessage): string | undefined {
  return way.senderOf(request).origins[0];
}
