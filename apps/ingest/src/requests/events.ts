/** `POST /api/v1/events`: one event or a batch of them, in the body; and the preflight of that. */
import type { IncomingMessage, RequestListener } from 'node:http';
import { type Fields, requestId, requestIdFields } from '@footfall/http';
import { keyOf, parseObject, readBatch } from './batch.ts';
import { decodeBody, receiveBody } from './body.ts';
import { originsIn, type Sender } from './caller.ts';
import { allowReading, answerPreflight, readingFields } from './cors.ts';
import type { Instruments } from './instruments.ts';
import type { Intake } from './intake.ts';
import type { Route } from './route.ts';
import { shown } from './verdicts.ts';

const contentFields: Fields = ['X-Content-Type-Options', 'nosniff', 'Content-Type', 'application/json; charset=utf-8'];

const bodyRoute: Route = {
  senderOf,
  receive: ({ request, reservation }, limits) => receiveBody(request, limits, reservation),
  parse({ request, reservation }, sent, { bodyBytesMax }) {
    const { text, bytes } = decodeBody(sent, request.headers, bodyBytesMax, reservation.bytes);
    const body = parseObject(text);
    return { key: keyOf(body), bytes, toBatch: (receivedAt) => readBatch(body, receivedAt) };
  },
  answer({ request, response }, { accepted, rejected }) {
    const body = JSON.stringify({ success: true, accepted: accepted.length, rejected: rejected.map(shown) });
    const length = String(Buffer.byteLength(body));
    const reading = readingFields(request.headers.origin);
    response.writeHead(202, [...requestIdFields(), ...contentFields, ...reading, 'Content-Length', length]).end(body);
    return 202;
  },
};

/** Answers POST and OPTIONS of `/api/v1/events`. */
export function createEventsHandler(intake: Intake, instruments: Instruments): RequestListener {
  return (request, response) => {
    if (request.method !== 'OPTIONS') {
      intake.handle(bodyRoute, request, response);
      return;
    }
    requestId(response);
    allowReading(request, response);
    instruments.answered(answerPreflight(response));
  };
}

/** A server may forward the Referer of a visitor; only a browser sends an Origin. */
function senderOf({ headers }: IncomingMessage): Sender {
  return { isPage: headers.origin !== undefined, origins: originsIn(headers) };
}
