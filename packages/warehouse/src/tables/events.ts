/** The `events` table as the consumer writes it. */
import type { EnrichedEvent } from '@footfall/schemas';
import type { Table } from '../port.ts';
import { clickhouseTime } from './time.ts';

/** An event and the place on the bus that it came from. */
export interface EventRow extends EnrichedEvent {
  /** Which life of the topic: offsets begin anew in another. */
  incarnation: string;
  partition: number;
  offset: number;
}

const unsigned64 = (hex: string) => BigInt(`0x${hex}`).toString();

const columns: Readonly<Record<string, (row: EventRow) => unknown>> = {
  incarnation: (row) => row.incarnation,
  partition: (row) => row.partition,
  offset: (row) => row.offset,
  workspace_id: (row) => row.workspaceId,
  id: (row) => row.id,
  type: (row) => row.type,
  timestamp: (row) => clickhouseTime(row.timestamp),
  received_at: (row) => clickhouseTime(row.receivedAt),
  timestamp_source: (row) => row.timestampSource,
  visitor_id: (row) => unsigned64(row.visitorId),
  session_id: (row) => unsigned64(row.sessionId),
  hostname: (row) => row.hostname,
  path: (row) => row.path,
  title: (row) => row.title,
  source: (row) => row.source,
  utm_source: (row) => row.utmSource,
  utm_medium: (row) => row.utmMedium,
  utm_campaign: (row) => row.utmCampaign,
  utm_term: (row) => row.utmTerm,
  utm_content: (row) => row.utmContent,
  channel: (row) => row.channel,
  ad_platform: (row) => row.adPlatform,
  browser: (row) => row.browser,
  os: (row) => row.os,
  device: (row) => row.device,
  country: (row) => row.country,
  city: (row) => row.city,
  scroll_depth: (row) => row.scrollDepth ?? -1,
  engaged_ms: (row) => row.engagedMs ?? -1,
  continued: (row) => row.continued,
  props: (row) => JSON.stringify(row.props),
};
const getters = Object.values(columns);

export const eventsTable: Table<EventRow> = {
  name: 'events',
  columns: Object.keys(columns),
  values: (row) => getters.map((get) => get(row)),
};
