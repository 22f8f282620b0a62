/** How a request that brings events is taken in, without Express: key, content, limits, a verdict for each event, publish, answer. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Authenticator, Identity } from '@footfall/auth';
import type { Bus } from '@footfall/bus';
import { type AppError, toAppError } from '@footfall/errors';
import {
  type Client,
  type ClientAddress,
  consumeAnonymous,
  overLimit,
  requestId,
  sendError,
  setRateLimitHeaders,
} from '@footfall/http';
import type { EnrichedEvent } from '@footfall/schemas';
import type { Limits } from '@footfall/state';
import type { Logger } from '@footfall/telemetry';
import type { Pipeline } from './arrival.ts';
import type { Batch } from './batch.ts';
import { ClientGone, discardBody, type Reserve } from './body.ts';
import { identify, keyBeforeBody, keyWithBody } from './caller.ts';
import type { IngestLimits } from './config.ts';
import { allowReading } from './cors.ts';
import { within } from './deadline.ts';
import type { Instruments } from './instruments.ts';
import type { Load, Share } from './load.ts';
import { judge, noneAccepted, type Verdicts } from './verdicts.ts';

export interface IntakeDeps {
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

/** What a request brings. */
interface Content {
  /** Besides those in the headers and the URL; undefined without one. */
  key: unknown;
  bytes: number;
  /** Called once the key is valid. Throws BAD_REQUEST. */
  readBatch(receivedAt: number): Batch;
}

/** What differs between the ways by which events come. */
export interface Way {
  /** Of the page that sends; undefined when none does. */
  originOf(request: IncomingMessage): string | undefined;
  /** Rejects with what is wrong with the request as a whole. */
  read(request: IncomingMessage, bytesMax: number, reserve: Reserve): Promise<Content>;
  /** Tells that at least one event is durable; gives the status. */
  answer(response: ServerResponse, verdicts: Verdicts): number;
}

/** What is known of a request while it is worked on. */
interface Reception {
  request: IncomingMessage;
  response: ServerResponse;
  share: Share;
  /** Epoch milliseconds. */
  receivedAt: number;
  client: Client;
  /** Once its key was valid. */
  identity?: Identity;
}

/** Takes in every request it is given. */
export function createIntake(deps: IntakeDeps, way: Way): RequestListener {
  return (request, response) => {
    // A page that is left may cut its connection behind its last events: then nobody can tell any more whose they were.
    const client = deps.clientAddress(request);
    const reception: Reception = { request, response, share: deps.load.share(), receivedAt: deps.now(), client };
    receive(deps, way, reception)
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

/** Gives the status of the answer; rejects with what to answer instead. */
async function receive(deps: IntakeDeps, way: Way, reception: Reception): Promise<number> {
  const { request, response, share } = reception;
  requestId(request, response);
  allowReading(request, response);
  let accepting: Promise<Verdicts> | undefined;
  try {
    const key = keyBeforeBody(request, deps.instruments.refused);
    const origin = way.originOf(request);
    if (key !== undefined) reception.identity = await recognise(deps, origin, key);
    const content = await way.read(request, deps.limits.bodyBytesMax, share.reserve);
    const wholeKey = keyWithBody(key, content.key, deps.instruments.refused);
    reception.identity ??= await recognise(deps, origin, wholeKey);
    const batch = content.readBatch(reception.receivedAt);
    await takeAllowance(deps, reception.identity.workspaceId, batch.events.length, response);
    share.begin(batch.events.length);
    accepting = accept(deps, reception, reception.identity, batch, content.bytes);
  } finally {
    // What is being published holds its place until that is over, whether or not its client was told to come again.
    if (accepting) accepting.catch(() => undefined).finally(share.release);
    else share.release();
  }
  const verdicts = await within(deps.limits.acceptDeadlineMs, accepting);
  if (verdicts.accepted.length === 0) throw noneAccepted(verdicts.rejected);
  return way.answer(response, verdicts);
}

function recognise(deps: IntakeDeps, origin: string | undefined, key: string): Promise<Identity> {
  const { authenticator, instruments, limits } = deps;
  return within(limits.identifyDeadlineMs, identify(authenticator, key, origin, instruments.refused));
}

/** Takes `events` from the workspace's allowance, if it has one; only then has an answer to a valid key rate limit headers. Throws RATE_LIMIT. */
async function takeAllowance(
  { eventsPerMinute, rateLimits, now }: IntakeDeps,
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
  deps: IntakeDeps,
  { request, receivedAt, client }: Reception,
  { workspaceId, type }: Identity,
  { events, clockOffsetMs }: Batch,
  bytes: number,
): Promise<Verdicts> {
  const context = {
    receivedAt,
    clockOffsetMs,
    workspaceId,
    keyType: type,
    address: client.address,
    userAgent: request.headers['user-agent'] ?? '',
  };
  const verdicts = await judge(events, bytes, context, deps.pipeline);
  for (const { code } of verdicts.rejected) deps.instruments.rejected(code);
  if (verdicts.accepted.length > 0) await publish(deps, verdicts.accepted);
  return verdicts;
}

async function publish({ bus, instruments }: IntakeDeps, events: readonly EnrichedEvent[]): Promise<void> {
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
async function refuse(
  deps: IntakeDeps,
  { request, response, client, identity }: Reception,
  thrown: unknown,
): Promise<number> {
  if (thrown instanceof ClientGone) return 0;
  let error: AppError = toAppError(thrown);
  if (!identity && error.status < 500) {
    const allowance = await consumeAnonymous(deps.rateLimits, client);
    setRateLimitHeaders(response, allowance);
    if (!allowance.allowed) error = overLimit(allowance.resetAtMs, deps.now());
  }
  sendError(response, error, deps.logger);
  discardBody(request, deps.limits.discardedBytesMax);
  return error.status;
}
