/** The `events` table as the consumer writes it. */
import type { EnrichedEvent } from '@footfall/schemas';
import type { Table } from '../../driver/port.ts';

/** An event and the place on the bus that it came from. */
export interface EventRow extends EnrichedEvent {
  /** The topic ID: offsets start again in another topic. */
  incarnation: string;
  partition: number;
  offset: number;
}

const time = "DateTime64(3, 'UTC')";

export const eventsTable: Table<EventRow> = {
  name: 'events',
  columns: [
    { name: 'incarnation', type: 'String', value: (row) => row.incarnation },
    { name: 'partition', type: 'UInt16', value: (row) => row.partition },
    { name: 'offset', type: 'UInt64', value: (row) => row.offset },
    { name: 'workspace_id', type: 'String', value: (row) => row.workspaceId },
    { name: 'id', type: 'UUID', value: (row) => row.id },
    { name: 'type', type: 'String', value: (row) => row.type },
    { name: 'timestamp', type: time, value: (row) => row.timestamp },
    { name: 'received_at', type: time, value: (row) => row.receivedAt },
    { name: 'timestamp_source', type: 'String', value: (row) => row.timestampSource },
    { name: 'visitor_id', type: 'UInt64', value: (row) => row.visitorId },
    { name: 'session_id', type: 'UInt64', value: (row) => row.sessionId },
    { name: 'hostname', type: 'String', value: (row) => row.hostname },
    { name: 'path', type: 'String', value: (row) => row.path },
    { name: 'title', type: 'String', value: (row) => row.title },
    { name: 'source', type: 'String', value: (row) => row.source },
    { name: 'utm_source', type: 'String', value: (row) => row.utmSource },
    { name: 'utm_medium', type: 'String', value: (row) => row.utmMedium },
    { name: 'utm_campaign', type: 'String', value: (row) => row.utmCampaign },
    { name: 'utm_term', type: 'String', value: (row) => row.utmTerm },
    { name: 'utm_content', type: 'String', value: (row) => row.utmContent },
    { name: 'channel', type: 'String', value: (row) => row.channel },
    { name: 'ad_platform', type: 'String', value: (row) => row.adPlatform },
    { name: 'browser', type: 'String', value: (row) => row.browser },
    { name: 'os', type: 'String', value: (row) => row.os },
    { name: 'device', type: 'String', value: (row) => row.device },
    { name: 'country', type: 'String', value: (row) => row.country },
    { name: 'city', type: 'String', value: (row) => row.city },
    { name: 'scroll_depth', type: 'Int16', value: (row) => row.scrollDepth ?? -1 },
    { name: 'engaged_ms', type: 'Int32', value: (row) => row.engagedMs ?? -1 },
    { name: 'continued', type: 'Bool', value: (row) => row.continued },
    { name: 'props', type: 'String', value: (row) => JSON.stringify(row.props) },
    { name: 'request_index', type: 'UInt16', value: (row) => row.requestIndex },
    { name: 'is_derived', type: 'Bool', value: (row) => row.derived },
  ],
};
