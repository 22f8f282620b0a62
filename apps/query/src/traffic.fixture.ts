/** A few events of every kind, so that no list of any response is empty. */
import { blankEvent } from '@footfall/schemas';
import { type EventRow, eventsTable, type Warehouse } from '@footfall/warehouse';

type Kind = Partial<EventRow> & Pick<EventRow, 'type'>;

const page = { hostname: 'www.example.com', path: '/pricing', title: 'Pricing' };
const kinds: readonly Kind[] = [
  { type: 'signup', props: { plan: 'pro' } },
  { ...page, type: '$pageview' },
  { ...page, type: '$dead_click' },
  { ...page, type: '$rage_click' },
  // With five samples of scroll depth a path is listed as little scrolled.
  ...Array.from({ length: 5 }, () => ({ ...page, type: '$pageleave', scrollDepth: 1_234, engagedMs: 5_678 })),
];

/** Stores one session of `workspaceId` that began a minute before `nowMs`; `own` overrides the fields of its events. */
export async function storeTraffic(
  warehouse: Warehouse,
  workspaceId: string,
  nowMs: number,
  own: Partial<EventRow> = {},
): Promise<void> {
  const rows = kinds.map((kind, offset) => ({
    ...blank(workspaceId, nowMs - 60_000 + offset),
    offset,
    ...kind,
    ...own,
  }));
  await warehouse.insert(eventsTable, rows);
}

function blank(workspaceId: string, timestamp: number): EventRow {
  return {
    ...blankEvent(),
    topicId: 'test',
    partition: 0,
    offset: 0,
    id: crypto.randomUUID(),
    workspaceId,
    timestamp,
    receivedAt: timestamp,
    timestampSource: 'client',
    visitorId: '00000000000000aa',
    sessionId: '00000000000000bb',
    source: 'Google',
    utmSource: 'newsletter',
    utmMedium: 'email',
    utmCampaign: 'spring',
    channel: 'Email',
    adPlatform: 'Google Ads',
    browser: 'Firefox',
    os: 'Linux',
    device: 'desktop',
    country: 'NP',
    city: 'Kathmandu',
  };
}
