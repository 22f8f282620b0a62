/** `POST /api/v1/events`: one event or a batch of them, in the body; and the preflight of that. */
import type { RequestListener } from 'node:http';
import { requestId, sendJson } from '@footfall/http';
import { keyOf, parseObject, readBatch } from './batch.ts';
import { readBody } from './body.ts';
import { allowReading, answerPreflight } from './cors.ts';
import { createIntake, type IntakeDeps, type Way } from './intake.ts';

const inBody: Way = {
  originOf: (request) => request.headers.origin,
  async read(request, bytesMax, reserve) {
    const { text, bytes } = await readBody(request, bytesMax, reserve);
    const content = parseObject(text);
    return { key: keyOf(content), bytes, readBatch: (receivedAt) => readBatch(content, receivedAt) };
  },
  answer(response, { accepted, rejected }) {
    sendJson(response, 202, { success: true, accepted: accepted.length, rejected });
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
