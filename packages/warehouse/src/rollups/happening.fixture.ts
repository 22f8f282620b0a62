/** Generated events with few visitors, sessions, moments and values, so that some coincide. For tests only. */
import { enrichedEvent } from '@footfall/schemas/fixture';
import fc from 'fast-check';
import { type EventRow } from '../schema/events-table.ts';

const startMs = Date.UTC(2026, 2, 10);
/** Returns an ID with more digits than a floating-point number can represent. */
const hex = (number: number) => number.toString(16).padStart(16, 'f');

export const happening = fc.record({
  partition: fc.nat(1),
  workspace: fc.constantFrom('ws_a', 'ws_b'),
  visitor: fc.nat(3),
  session: fc.nat(5),
  // Few moments, so that some coincide; days apart, so that ranges contain whole days.
  atMs: fc
    .tuple(fc.nat(3), fc.constantFrom(0, 1, 2, 23), fc.nat(3))
    .map(([day, hour, moment]) => startMs + (day * 24 + hour) * 3_600_000 + moment * 60_000),
  type: fc.constantFrom('$pageview', '$pageview', '$pageleave', '$dead_click', '$rage_click', '$click', 'signup'),
  path: fc.constantFrom('/', '/a', '/it\'s \\ "quoted" \u{1F600}'),
  hostname: fc.constantFrom('', 'a.example', 'b.example'),
  title: fc.constantFrom('', 'One', 'Two'),
  source: fc.constantFrom('Direct', '\0\t/"\\ \u{1F600}'),
  channel: fc.constantFrom('Direct', 'AI Assistant'),
  utm: fc.constantFrom('', 'news "paper"', '["x","y"]'),
  city: fc.constantFrom('', 'Berlin'),
  scrollDepth: fc.constantFrom(null, 0, 5_000),
  engagedMs: fc.constantFrom(null, 0, 12_345),
  continued: fc.boolean(),
});
export type Happening = typeof happening extends fc.Arbitrary<infer Value> ? Value : never;

/** Returns the event at an offset of the topic with this ID. Each topic ID has separate workspaces. */
export function rowOf(happening_: Happening, topic: number, offset: number): EventRow {
  const { workspace, visitor, session, atMs, utm, partition, ...fields } = happening_;
  return {
    ...enrichedEvent({
      ...fields,
      workspaceId: `${workspace}${topic}`,
      id: `00000000-0000-4000-8000-${offset.toString(16).padStart(12, '0')}`,
      timestamp: atMs,
      receivedAt: atMs,
      requestIndex: 2 * offset + partition,
      visitorId: hex(visitor + 1),
      sessionId: hex(session + 1),
      utmSource: utm,
      utmCampaign: utm,
      utmTerm: fields.title,
      utmContent: fields.source,
      browser: visitor % 2 === 0 ? 'Chrome' : 'Safari',
    }),
    topicId: `topic${topic}`,
    partition,
    offset,
  };
}
