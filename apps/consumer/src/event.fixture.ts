/** The record that contains an event, for tests. */
import type { OutgoingRecord } from '@footfall/bus';
import { encodeEvent, type EnrichedEvent, eventKey } from '@footfall/schemas';

export function outgoing(event: EnrichedEvent): OutgoingRecord {
  return { key: eventKey(event), value: encodeEvent(event) };
}

/** Returns the record as earlier versions publish it: an object, keyed by visitor, without the index in the request. */
export function earlierOutgoing(event: EnrichedEvent): OutgoingRecord {
  const { requestIndex: _, ...earlier } = event;
  return { key: `${event.workspaceId}:${event.visitorId}`, value: Buffer.from(JSON.stringify({ v: 1, ...earlier })) };
}
