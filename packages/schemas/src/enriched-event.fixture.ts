/** An enriched event for tests: every field has a plain value. */
import { blankEvent, type EnrichedEvent } from './enriched-event.ts';

const receivedAt = Date.UTC(2026, 2, 1, 12);

/** Returns a pageview received at noon of 1 March 2026, one second after the event. */
export function enrichedEvent(fields: Partial<EnrichedEvent> = {}): EnrichedEvent {
  return {
    ...blankEvent(),
    id: '0198c7e2-aaaa-7bbb-8ccc-000000000001',
    workspaceId: 'ws_0000000000000000',
    type: '$pageview',
    timestamp: receivedAt - 1000,
    receivedAt,
    timestampSource: 'client',
    visitorId: '00000000000000aa',
    sessionId: 'ffffffffffffffff',
    hostname: 'example.com',
    path: '/',
    source: 'Direct',
    channel: 'Direct',
    browser: 'Chrome',
    os: 'Windows',
    device: 'desktop',
    country: 'ZZ',
    ...fields,
  };
}
