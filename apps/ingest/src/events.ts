/** `POST /api/v1/events`, without Express: key, body, limits, a verdict for each event, publish, 202. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Authenticator, Identity } from '@footfall/auth';
import type { Bus } from '@footfall/bus';
import { type AppError, toAppError } from '@footfall/errors';
import {
  type ClientAddress,
  consumeAnonymous,
  overLimit,
  requestId,
  sendError,
  sendJson,
  setRateLimitHeaders,
} from '@footfall/http';
import type { EnrichedEvent } from '@footfall/schemas';
import type { Limits } from '@footfall/state';
import type { Logger } from '@footfall/telemetry';
import type { Pipeline } from './arrival.ts';
import { type Batch, keyOf, parseObject, readBatch } from './batch.ts';
import { type Body, ClientGone, discardBody, readBody } from './body.ts';
import { identify, keyBeforeBody, keyWithBody } from './caller.ts';
import type { IngestLimits } from './config.ts';
import { allowReading, answerPreflight } from './cors.ts';
import { within } from './deadline.ts';
import type { Instruments } from './instruments.ts';
import type { Load, Share } from './load.ts';
import { judge, noneAccepted, type Verdicts } from './verdicts.ts';

export interface EventsDeps {
  authenticator: Authenticator;
  bus: Pick<Bus, 'publish'>;
  pipeline: Pipeline;
  rateLimits: Limits;
  clientAddress: ClientAddress;
  instruments: Instruments;
  load: Load;
  limits: IngestLimits;
  /** For each workspace; undefined for no limit. */
  eventsPerMinute: number | undefined;
  logger: Logger;
  /** Epoch milliseconds. */
  now: () => number;
}

/** What is known of a request while it is worked on. */
interface Reception {
  request: IncomingMessage;
  response: ServerResponse;
  share: Share;
  /** Epoch milliseconds. */
  receivedAt: number;
  /** Once its key was valid. */
  identity?: Identity;
}

/** Answers POST and OPTIONS of `/api/v1/events`. */
export function createEventsHandler(deps: EventsDeps): RequestListener {
  return (request, response) => {
    const reception: Reception = { request, response, share: deps.load.share(), receivedAt: deps.now() };
    const answered = request.method === 'OPTIONS' ? preflight(reception) : receive(deps, reception);
    answered
      .catch((thrown: unknown) => refuse(deps, reception, thrown))
      .then(
        (status) => deps.instruments.answered(status),
        (error: unknown) => {
          deps.logger.error({ err: error }, 'could not answer');
          response.destroy();
        },
      );
  };
}

async function preflight({ request, response }: Reception): Promise<number> {
  requestId(request, response);
  allowReading(request, response);
  return answerPreflight(response);
}

/** Gives the status of the answer; rejects with what to answer instead. */
async function receive(deps: EventsDeps, reception: Reception): Promise<number> {
  const { request, response, share } = reception;
  requestId(request, response);
  allowReading(request, response);
  let accepting: Promise<Verdicts> | undefined;
  try {
    const key = keyBeforeBody(request, deps.instruments.refused);
    if (key !== undefined) reception.identity = await recognise(deps, request, key);
    const body = await readBody(request, deps.limits.bodyBytesMax, share.reserve);
    const content = parseObject(body.text);
    const wholeKey = keyWithBody(key, keyOf(content), deps.instruments.refused);
    reception.identity ??= await recognise(deps, request, wholeKey);
    const batch = readBatch(content, reception.receivedAt);
    await takeAllowance(deps, reception.identity.workspaceId, batch.events.length, response);
    share.begin();
    accepting = accept(deps, reception, reception.identity, batch, body);
  } finally {
    // What is being published holds its place until that is over, whether or not its client was told to come again.
    if (accepting) accepting.catch(() => undefined).finally(share.release);
    else share.release();
  }
  const { accepted, rejected } = await within(deps.limits.acceptDeadlineMs, accepting);
  if (accepted.length === 0) throw noneAccepted(rejected);
  sendJson(response, 202, { success: true, accepted: accepted.length, rejected });
  return 202;
}

function recognise(deps: EventsDeps, request: IncomingMessage, key: string): Promise<Identity> {
  const { authenticator, instruments, limits } = deps;
  return within(limits.identifyDeadlineMs, identify(authenticator, key, request.headers.origin, instruments.refused));
}

/** Takes `events` from the workspace's allowance, if it has one; only then has an answer to a valid key rate limit headers. Throws RATE_LIMIT. */
async function takeAllowance(
  { eventsPerMinute, rateLimits, now }: EventsDeps,
  workspaceId: string,
  events: number,
  response: ServerResponse,
): Promise<void> {
  if (eventsPerMinute === undefined) return;
  const allowance = { perMinute: eventsPerMinute, burstPool: 0 };
  // A batch larger than the allowance takes all of it: it could never pass otherwise.
  const decision = await rateLimits.consume(`ingest:${workspaceId}`, allowance, Math.min(events, eventsPerMinute));
  setRateLimitHeaders(response, { ...decision, limit: eventsPerMinute });
  if (!decision.allowed) throw overLimit(decision.resetAtMs, now());
}

/** Verdicts for the events of `batch`, the accepted ones durable. */
async function accept(
  deps: EventsDeps,
  { request, receivedAt }: Reception,
  { workspaceId, type }: Identity,
  { events, clockOffsetMs }: Batch,
  body: Body,
): Promise<Verdicts> {
  const context = {
    receivedAt,
    clockOffsetMs,
    workspaceId,
    keyType: type,
    address: deps.clientAddress(request),
    userAgent: request.headers['user-agent'] ?? '',
  };
  const verdicts = await judge(events, body.bytes, context, deps.pipeline);
  for (const { code } of verdicts.rejected) deps.instruments.rejected(code);
  if (verdicts.accepted.length > 0) await publish(deps, verdicts.accepted);
  return verdicts;
}

async function publish({ bus, instruments }: EventsDeps, events: readonly EnrichedEvent[]): Promise<void> {
  const startedAtMs = performance.now();
  await bus.publish(
    'events',
    events.map((event) => ({
      // One visitor's events, and an event sent twice, meet in one partition in order.
      key: `${event.workspaceId}:${event.visitorId}`,
      value: Buffer.from(JSON.stringify(event)),
    })),
  );
  instruments.published((performance.now() - startedAtMs) / 1000);
  instruments.accepted(events.length);
}

/** Answers with an error; gives its status, 0 when nobody is left to answer. A caller without a valid key spends their address's allowance by it. */
async function refuse(deps: EventsDeps, { request, response, identity }: Reception, thrown: unknown): Promise<number> {
  if (thrown instanceof ClientGone) return 0;
  let error: AppError = toAppError(thrown);
  if (!identity && error.status < 500) {
    const allowance = await consumeAnonymous(deps.rateLimits, deps.clientAddress(request));
    setRateLimitHeaders(response, allowance);
    if (!allowance.allowed) error = overLimit(allowance.resetAtMs, deps.now());
  }
  sendError(response, error, deps.logger);
  discardBody(request, deps.limits.discardedBytesMax);
  return error.status;
}
