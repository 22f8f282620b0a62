import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import {
  automaticTypes,
  decodeEvent,
  encodeEvent,
  type EnrichedEvent,
  type Event,
  eventSchema,
  rejections,
} from '@footfall/schemas';
import { openState, type State } from '@footfall/state';
import fc from 'fast-check';
import { chromeOnWindows, inTurns, noon, pageview } from './arrival.fixture.ts';
import { createPipeline, type Pipeline } from './pipeline.ts';
import type { Rejection } from './rejection.ts';

const codes: ReadonlySet<string> = new Set(Object.keys(rejections));

let directory: string;
let state: State;
let pipeline: Pipeline;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'footfall-property-'));
  state = await openState({ DATA_DIR: directory }, { now: () => noon });
  const geography = { locate: () => ({ country: 'ZZ', city: '' }) };
  pipeline = createPipeline({ geography, state, now: () => noon });
});
afterAll(async () => {
  await state.close();
  await rm(directory, { recursive: true });
});

const text = (maxLength: number) => fc.string({ unit: 'binary', maxLength });
const host = fc.oneof(
  fc.domain(),
  fc.constantFrom('google.com', 'www.google.co.uk', 't.co', '[::1]', 'a@b:c@d.com', '%', '..', ''),
);
const parameter = fc.tuple(
  fc.constantFrom('utm_source', 'utm_medium', 'utm_campaign', 'GCLID', 'fbclid', '__proto__', 'q'),
  fc.oneof(text(20), fc.constantFrom('cpc', 'email', 'chatgpt.com', '%zz', '%ED%A0%80', '(direct)', 'mobile-push')),
);
const url = fc.oneof(
  text(60),
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
  fc
    .tuple(
      fc.constantFrom('https://', 'HTTP:\\\\', 'android-app://', 'javascript:', ''),
      host,
      text(30),
      fc.array(parameter),
    )
    .map(([scheme, name, path, query]) => `${scheme}${name}/${path}?${query.map((pair) => pair.join('=')).join('&')}`),
);
const number = fc.oneof(fc.double(), fc.integer(), fc.constantFrom(-0, 1e300, -1e300, noon, 100, 86_400));
const share = (max: number) => fc.oneof({ weight: 9, arbitrary: fc.double({ min: 0, max, noNaN: true }) }, number);
const prop = fc.oneof(text(20), fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean());
const props = fc.dictionary(fc.oneof(text(10), fc.constantFrom('__proto__', 'constructor', '')), prop);
const time = fc.oneof(
  number,
  text(30),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
);

/** Often absent, usually valid, sometimes any other JSON value. */
const maybe = <T>(usual: fc.Arbitrary<T>) =>
  fc.oneof(
    { weight: 30, arbitrary: fc.constant(undefined) },
    { weight: 30, arbitrary: usual },
    { weight: 1, arbitrary: fc.jsonValue() },
  );

const event = fc.record({
  type: fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...automaticTypes, 'signup') }, text(20)),
  id: maybe(fc.uuid()),
  timestamp: maybe(time),
  visitorId: maybe(fc.string({ unit: 'binary', minLength: 1, maxLength: 10 })),
  sessionId: maybe(fc.string({ unit: 'binary', minLength: 1, maxLength: 10 })),
  url: maybe(url),
  title: maybe(text(20)),
  referrer: maybe(fc.oneof(url, fc.jsonValue())),
  scrollDepth: maybe(share(100)),
  engagedSeconds: maybe(share(86_400)),
  continued: maybe(fc.boolean()),
  props: maybe(props),
  userAgent: maybe(text(60)),
  ip: maybe(fc.oneof(fc.ipV4(), fc.ipV6(), text(10))),
});

/** The event after a round trip through JSON. */
function parsed(candidate: unknown): Event | undefined {
  return eventSchema.safeParse(JSON.parse(JSON.stringify(candidate))).data;
}

/** Returns the flaw of an event or its rejection; undefined if there is none. */
function flawOf(outcome: EnrichedEvent | Rejection): unknown {
  if ('code' in outcome) return codes.has(outcome.code) ? undefined : outcome;
  const carried = decodeEvent(encodeEvent(outcome), 0);
  if (typeof carried === 'string') return carried;
  return isDeepStrictEqual(carried, outcome) ? undefined : outcome;
}

describe('the pipeline, for any valid event', () => {
  it('E16 E18 E19 E20 E23 returns a rejection with a known code, or an event that the bus may carry', async () => {
    const seen = { accepted: 0, rejected: 0 };
    await fc.assert(
      fc.asyncProperty(
        fc.array(event, { maxLength: 20 }),
        fc.constantFrom('public' as const, 'secret' as const),
        fc.oneof(text(40), fc.constantFrom('', chromeOnWindows)),
        fc.oneof(fc.integer(), fc.constant(0)),
        async (candidates, keyType, userAgent, clockOffsetMs) => {
          const events = candidates.map(parsed).filter((candidate) => candidate !== undefined);
          const request = { keyType, userAgent, clockOffsetMs };
          const outcomes = await pipeline.enrich(
            events.map((each) => ({ ...pageview({}, request), event: each })),
            inTurns,
          );
          for (const outcome of outcomes) seen['code' in outcome ? 'rejected' : 'accepted'] += 1;
          expect(outcomes).toHaveLength(events.length);
          expect(outcomes.map(flawOf).filter((flaw) => flaw !== undefined)).toEqual([]);
        },
      ),
      { numRuns: 300 },
    );
    // Without both outcomes, the property would prove nothing.
    expect(Math.min(seen.accepted, seen.rejected)).toBeGreaterThan(50);
  });
});
