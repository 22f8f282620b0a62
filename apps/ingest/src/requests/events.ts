/** `POST /api/v1/events`, with one event or a batch in the body, and its preflight. */
import type { IncomingMessage, RequestListener } from 'node:http';
import { type Fields, requestIdFields } from '@footfall/http';
import type { IngestLimits } from '../config.ts';
import { keyOf, parseObject, readBatch } from './batch.ts';
import { decodeBody, receiveBody } from './body.ts';
import { originsIn, type Sender } from './caller.ts';
import { readingFields, sendPreflight } from './cors.ts';
import type { Instruments } from './instruments.ts';
import type { Intake } from './intake.ts';
import type { Content, Reception } from './reception.ts';
import { shown, type Verdicts } from './verdicts.ts';

const contentFields: Fields = ['X-Content-Type-Options', 'nosniff', 'Content-Type', 'application/json; charset=utf-8'];

/** Returns the handler of POST and OPTIONS for `/api/v1/events`. */
export function createEventsHandler(intake: Intake, instruments: Instruments, limits: IngestLimits): RequestListener {
  const respond = async (reception: Reception): Promise<number> => {
    await intake.identify(reception);
    const sent = await receiveBody(reception.request, limits, reception.reservation);
    const verdicts = await intake.accept(reception, sent.length, () => contentOf(reception, sent, limits.bodyBytesMax));
    return sendVerdicts(reception, verdicts);
  };
  return (request, response) => {
    if (request.method === 'OPTIONS') instruments.requests.inc({ status: sendPreflight(request, response) });
    else intake.handle(request, response, senderOf, respond);
  };
}

/** A server may forward the Referer of a visitor; only a browser sends an Origin. */
function senderOf({ headers }: IncomingMessage): Sender {
  return { isPage: headers.origin !== undefined, origins: originsIn(headers) };
}

/** Throws BAD_REQUEST and PAYLOAD_TOO_LARGE. */
function contentOf({ request, reservation, receivedAt }: Reception, sent: Buffer, bytesMax: number): Content {
  const { text, bytes } = decodeBody(sent, request.headers, bytesMax, reservation.bytes);
  const body = parseObject(text);
  return { key: keyOf(body), bytes, toBatch: () => readBatch(body, receivedAt) };
}

function sendVerdicts({ request, response }: Reception, { accepted, rejected }: Verdicts): number {
  const body = JSON.stringify({ success: true, accepted: accepted.length, rejected: rejected.map(shown) });
  const length = String(Buffer.byteLength(body));
  const reading = readingFields(request.headers.origin);
  response.writeHead(202, [...requestIdFields(), ...contentFields, ...reading, 'Content-Length', length]).end(body);
  return 202;
}
