/** `POST /api/v1/events`: one event or a batch of them, in the body; and the preflight of that. */
import type { RequestListener } from 'node:http';
import { requestId, sendJson } from '@footfall/http';
import { keyOf, parseObject, readBatch } from './batch.ts';
import { decodeBody } from './body.ts';
import { originsIn } from './caller.ts';
import { allowReading, answerPreflight } from './cors.ts';
import { createIntake, type IntakeDeps, type Way } from './intake.ts';
import { shown } from './verdicts.ts';

const inBody: Way = {
  hasBody: true,
  senderOf({ headers }) {
    // A server may pass on the Referer of a visitor; an Origin comes from a browser only.
    return { isPage: headers.origin !== undefined, origins: originsIn(headers) };
  },
  parse(request, sent, bytesMax, hold) {
    const { text, bytes } = decodeBody(sent, request.headers, bytesMax, hold);
    const content = parseObject(text);
    return { key: keyOf(content), bytes, readBatch: (receivedAt) => readBatch(content, receivedAt) };
  },
  answer(response, { accepted, rejected }) {
    sendJson(response, 202, { success: true, accepted: accepted.length, rejected: rejected.map(shown) });
    return 202;
  },
};

/** Answers POST and OPTIONS of `/api/v1/events`. */
export function createEventsHandler(deps: IntakeDeps): RequestListener {
  const take = createIntake(deps, inBody);
  return (request, response) => {
    if (request.method !== 'OPTIONS') return take(request, response);
    requestId(request, response);
    allowReading(request, response);
    deps.instruments.answered(answerPreflight(response));
  };
}
