/** Arrivals for tests: an ordinary page view, with the changes of a test. */
import { eventSchema } from '@footfall/schemas';
import type { Arrival, RequestFacts } from './arrival.ts';
import { newDraft } from './draft.ts';
import type { Draft, Step } from './draft.ts';
import type { Rejection } from './rejection.ts';
import { Cancellation } from '../admission/cancellation.ts';
import { Turns } from '../admission/turns.ts';

/** Thursday, 2026-03-05 12:00 UTC. */
export const noon = Date.UTC(2026, 2, 5, 12);
export const chromeOnWindows =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

/** The turns of a request that is never cancelled. */
export const inTurns = new Turns().open(new Cancellation()).inTurns(1);

/** Returns a page view from a browser, received at noon; `fields` replace those of the event, `request` those of its request. */
export function pageview(fields: Record<string, unknown> = {}, request: Partial<RequestFacts> = {}): Arrival {
  return {
    event: eventSchema.parse({ type: '$pageview', url: 'https://example.com/', ...fields }),
    requestIndex: 0,
    request: {
      receivedAt: noon,
      clockOffsetMs: 0,
      workspaceId: 'ws_0123456789abcdef',
      domain: null,
      keyType: 'public',
      address: '8.8.8.8',
      userAgent: chromeOnWindows,
      ...request,
    },
  };
}

/** Returns the draft of an arrival after `steps`, in order, or the first rejection. */
export function runSteps(arrival: Arrival, ...steps: readonly Step[]): Draft | Rejection {
  const draft = newDraft(arrival);
  for (const step of steps) {
    const rejection = step(draft, (day) => `salt of ${day}`);
    if (rejection) return rejection;
  }
  return draft;
}

/** Returns the event that `steps` produce. Fails the test if they reject it. */
export function eventAfter(arrival: Arrival, ...steps: readonly Step[]): Draft['event'] {
  const outcome = runSteps(arrival, ...steps);
  if ('code' in outcome) throw new Error(`refused: ${outcome.code} ${outcome.message}`);
  return outcome.event;
}
