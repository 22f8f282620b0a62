/** `POST /api/v1/events`: one event or a batch of them, in the body; and the preflight of that. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { type Fields, requestId, requestIdFields } from '@footfall/http';
import type { Reservation } from '../admission/admission.ts';
import { keyOf, parseObject, readBatch } from './batch.ts';
import { decodeBody, receiveBody } from './body.ts';
import { keyBeforeBody, originsIn, type Sender } from './caller.ts';
import { allowReading, answerPreflight, readingFields } from './cors.ts';
import type { Instruments } from './instruments.ts';
import type { Content, Intake, Reception } from './intake.ts';
import { shown, type Verdicts } from './verdicts.ts';

const contentFields: Fields = ['X-Content-Type-Options', 'nosniff', 'Content-Type', 'application/json; charset=utf-8'];

/** Answers POST and OPTIONS of `/api/v1/events`. */
export function createEventsHandler(intake: Intake, instruments: Instruments): RequestListener {
  return (request, response) => {
    if (request.method !== 'OPTIONS') {
      intake.receive(request, response, senderOf, (reception) => takeEvents(intake, reception));
      return;
    }
    requestId(response);
    allowReading(request, response);
    instruments.answered(answerPreflight(response));
  };
}

async function takeEvents(intake: Intake, reception: Reception): Promise<number> {
  const { request, response, reservation } = reception;
  reception.key = keyBeforeBody(request);
  if (reception.key !== undefined) await intake.identify(reception, reception.key);
  const sent = await receiveBody(request, intake.limits, reservation);
  const { bodyBytesMax } = intake.limits;
  const read = () => readContent(request, sent, bodyBytesMax, reservation);
  const verdicts = await intake.accept(reception, sent.length, read);
  sendVerdicts(response, request.headers.origin, verdicts);
  return 202;
}

function sendVerdicts(response: ServerResponse, origin: string | undefined, { accepted, rejected }: Verdicts): void {
  const body = JSON.stringify({ success: true, accepted: accepted.length, rejected: rejected.map(shown) });
  const length = String(Buffer.byteLength(body));
  response
    .writeHead(202, [...requestIdFields(), ...contentFields, ...readingFields(origin), 'Content-Length', length])
    .end(body);
}

function readContent({ headers }: IncomingMessage, sent: Buffer, bytesMax: number, reservation: Reservation): Content {
  const { text, bytes } = decodeBody(sent, headers, bytesMax, reservation.bytes);
  const body = parseObject(text);
  return { key: keyOf(body), bytes, readBatch: (receivedAt) => readBatch(body, receivedAt) };
}

/** A server may forward the Referer of a visitor; only a browser sends an Origin. */
function senderOf({ headers }: IncomingMessage): Sender {
  return { isPage: headers.origin !== undefined, origins: originsIn(headers) };
}
