/** Events to publish, and the records that contain them, for tests. */
import type { OutgoingRecord } from '@footfall/bus';
import { encodeEvent, type EnrichedEvent, eventKey } from '@footfall/schemas';
import { enrichedEvent } from '@footfall/schemas/fixture';

export const eventId = (number: number) => `0198c7e2-aaaa-7bbb-8ccc-${String(number).padStart(12, '0')}`;
export const visitorId = (number: number) => number.toString(16).padStart(16, '0');

/** Returns `count` events of seven visitors, with the IDs from number `first` on. */
export const events = (count: number, fields: Partial<EnrichedEvent> = {}, first = 0) =>
  Array.from({ length: count }, (_, index) =>
    enrichedEvent({ id: eventId(first + index), visitorId: visitorId((first + index) % 7), ...fields }),
  );

export function outgoing(event: EnrichedEvent): OutgoingRecord {
  return { key: eventKey(event), value: encodeEvent(event) };
}

/** Returns the record as earlier versions publish it: an object, keyed by visitor, without the index in the request. */
export function earlierOutgoing(event: EnrichedEvent): OutgoingRecord {
  const { requestIndex: _, ...earlier } = event;
  return { key: `${event.workspaceId}:${event.visitorId}`, value: Buffer.from(JSON.stringify({ v: 1, ...earlier })) };
}
