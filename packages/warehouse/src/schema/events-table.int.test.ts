/** The columns of the events table, which are derived from the fields of an event, match the table that the migrations create. */
import { decodeEvent, encodeEvent, type EnrichedEvent, fieldNames } from '@footfall/schemas';
import { enrichedEvent } from '@footfall/schemas/fixture';
import fc from 'fast-check';
import { openStore, type Store } from '../queries/endpoints/store.fixture.ts';
import type { Warehouse } from '../driver/port.ts';
import { clickhouseTime } from '../driver/time.ts';
import { type EventRow, eventsTable } from './events-table.ts';

const event = enrichedEvent({ type: '$pageleave', scrollDepth: 10_000, continued: true, props: { plan: 'pro' } });
/** Values that a field can have by mistake or malice, nearly valid or not. */
const odd = fc.oneof(
  fc.constantFrom<unknown>('', 'x', 'ZZ', '0123456789abcdef', event.id, event.id.toUpperCase(), 'client', 'tv'),
  fc.constantFrom<unknown>(0, 1, -1, 0.5, -0, 10_000, 10_001, 65_535, 65_536, 86_400_000, 86_400_001),
  fc.constantFrom<unknown>(10_413_791_999_999, 10_413_792_000_000, 1e16, null, true, [], {}, [1], '\ud800'),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.double(), fc.boolean(), fc.constant(null), fc.object())),
  fc.string({ maxLength: 20 }).map((key) => ({ [key.repeat(20)]: key.repeat(100) })),
  fc.integer({ min: 45, max: 55 }).map((count) => Object.fromEntries(Array.from({ length: count }, (_, n) => [n, n]))),
);
const asHex = (column: string) => `leftPad(lower(hex(${column})), 16, '0') AS ${column}`;
const rowOf = (one: EnrichedEvent, offset: number): EventRow => ({ ...one, topicId: 'log', partition: 0, offset });

describe('the events table', () => {
  let store: Store;
  let warehouse: Warehouse;
  beforeAll(async () => {
    store = await openStore();
    ({ warehouse } = store);
  });
  afterAll(() => store.remove());
  beforeEach(() => warehouse.command({ sql: 'TRUNCATE TABLE events' }));

  it('has a column for each field of an event, and no other', async () => {
    const stored = await warehouse.read<{ name: string }>({
      sql: `SELECT name FROM system.columns WHERE database = currentDatabase() AND table = 'events' ORDER BY name`,
    });
    expect(eventsTable.columns.map(({ name }) => name).toSorted()).toEqual(stored.map(({ name }) => name));
    expect(eventsTable.columns).toHaveLength(fieldNames.length + 3);
  });

  it('stores each field in the column with its name', async () => {
    const texts = ['path', 'title', 'source', 'utmSource', 'utmCampaign', 'adPlatform', 'city'];
    const named = { ...event, ...Object.fromEntries(texts.map((name) => [name, name])) };
    await warehouse.insert(eventsTable, [rowOf({ ...named, engagedMs: null, derived: true, requestIndex: 7 }, 5)]);
    const rows = await warehouse.read({
      sql: `SELECT path, title, source, utm_source, utm_campaign, ad_platform, city, workspace_id, type, hostname, device,
              ${asHex('visitor_id')}, ${asHex('session_id')}, toUnixTimestamp64Milli(timestamp) AS at,
              toUnixTimestamp64Milli(received_at) AS received, timestamp_source, scroll_depth, engaged_ms, continued,
              is_derived, request_index, props, incarnation, partition, offset FROM events`,
    });
    expect(rows).toEqual([
      {
        path: 'path',
        title: 'title',
        source: 'source',
        utm_source: 'utmSource',
        utm_campaign: 'utmCampaign',
        ad_platform: 'adPlatform',
        city: 'city',
        workspace_id: event.workspaceId,
        type: '$pageleave',
        hostname: 'example.com',
        device: 'desktop',
        visitor_id: event.visitorId,
        session_id: event.sessionId,
        at: event.timestamp,
        received: event.receivedAt,
        timestamp_source: 'client',
        scroll_depth: 10_000,
        engaged_ms: -1,
        continued: true,
        is_derived: true,
        request_index: 7,
        props: '{"plan":"pro"}',
        incarnation: 'log',
        partition: 0,
        offset: 5,
      },
    ]);
  });

  it('stores every decoded event unchanged', async () => {
    const record = JSON.parse(encodeEvent(event).toString()) as unknown[];
    const indexes = fc.integer({ min: 1, max: fieldNames.length });
    const changes = fc.sample(fc.tuple(indexes, odd), { seed: 7, numRuns: 5_000 });
    const rows = changes.flatMap(([index, value], offset) => {
      const bytes = Buffer.from(JSON.stringify(record.with(index, value)));
      const decoded = decodeEvent(bytes, offset);
      if (typeof decoded === 'string') return [];
      expect(JSON.parse(encodeEvent(decoded).toString())).toEqual(JSON.parse(bytes.toString()));
      return [rowOf(decoded, offset)];
    });
    expect(rows.length).toBeGreaterThan(500);
    await warehouse.insert(eventsTable, rows);
    const stored = await warehouse.read({
      sql: `SELECT * REPLACE (${asHex('visitor_id')}, ${asHex('session_id')}) FROM events ORDER BY offset`,
    });
    expect(stored).toEqual(rows.map(expectedOf));
  });
});

/** A stored row, by column name. */
function expectedOf(row: EventRow): Record<string, unknown> {
  const shown = (column: (typeof eventsTable.columns)[number]) => {
    if (column.type === 'UUID') return column.value(row).toLowerCase();
    return column.type === "DateTime64(3, 'UTC')" ? clickhouseTime(column.value(row)) : column.value(row);
  };
  return Object.fromEntries(eventsTable.columns.map((column) => [column.name, shown(column)]));
}
