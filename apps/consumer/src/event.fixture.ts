/** The record that carries an event, for tests. */
import type { OutgoingRecord } from '@footfall/bus';
import type { EnrichedEvent } from '@footfall/schemas';

export function outgoing(event: EnrichedEvent): OutgoingRecord {
  return { key: `${event.workspaceId}:${event.visitorId}`, value: Buffer.from(JSON.stringify(event)) };
}
