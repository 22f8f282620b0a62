import { AppError } from '@footfall/errors';
import { describeWithServers, listenLocally } from '@footfall/test-servers';
import { createServer, request } from 'node:http';
import type { ServerAddress } from './connection.ts';
import type { Table, Warehouse } from '../port.ts';
import { openServer } from './server.ts';
import { dropDatabase, ownDatabase } from '../contract/server-harness.fixture.ts';

interface Front {
  url: string;
  /** The settings of every request that does not override them, as a profile of the server's users sets them. */
  profile: Record<string, string>;
  close(): void;
}

/** A proxy in front of a server that adds the settings of a profile. */
async function openFront(target: string): Promise<Front> {
  const profile: Record<string, string> = {};
  const server = createServer((incoming, response) => {
    const url = new URL(incoming.url ?? '/', target);
    for (const [name, value] of Object.entries(profile)) {
      if (!url.searchParams.has(name)) url.searchParams.set(name, value);
    }
    const { method, headers } = incoming;
    const outgoing = request(url, { method, headers }, (upstream) => {
      response.writeHead(upstream.statusCode ?? 502, upstream.headers);
      upstream.pipe(response);
    });
    incoming.pipe(outgoing);
  });
  return {
    url: `http://127.0.0.1:${await listenLocally(server)}`,
    profile,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

describeWithServers('a server whose users have a profile', ['CLICKHOUSE_URL'], ({ CLICKHOUSE_URL }) => {
  const notes: Table<number> = { name: 'notes', columns: [{ name: 'n', type: 'UInt32', value: (n) => n }] };
  let address: ServerAddress;
  let front: Front;
  let warehouse: Warehouse;

  beforeEach(async () => {
    address = ownDatabase(CLICKHOUSE_URL);
    front = await openFront(address.url);
    warehouse = await openServer({ ...address, url: front.url });
    for (const sql of [
      `CREATE TABLE notes (n UInt32) ENGINE = MergeTree ORDER BY n
        SETTINGS non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1`,
      `CREATE TABLE sums (n UInt64) ENGINE = SummingMergeTree ORDER BY tuple()
        SETTINGS non_replicated_deduplication_window = 10000`,
      'CREATE MATERIALIZED VIEW sums_view TO sums AS SELECT n FROM notes',
    ]) {
      await warehouse.command({ sql });
    }
  });
  afterEach(async () => {
    await warehouse.close();
    front.close();
    await dropDatabase(address);
  });

  const stored = async () =>
    (await warehouse.read<{ n: number }>({ sql: 'SELECT n FROM notes ORDER BY n' })).map(({ n }) => n);
  const total = () => warehouse.read({ sql: 'SELECT sum(n) AS total FROM sums' });

  it.each<[string, Record<string, string>]>([
    ['the defaults of 25.8', { compatibility: '25.8' }],
    ['the defaults of 24.3', { compatibility: '24.3' }],
    [
      'settings that break exactly-once',
      {
        async_insert: '1',
        wait_for_async_insert: '0',
        insert_deduplicate: '0',
        deduplicate_insert: 'disable',
        deduplicate_blocks_in_dependent_materialized_views: '0',
        materialized_views_ignore_errors: '1',
        input_format_native_allow_types_conversion: '0',
        session_timezone: 'Asia/Kathmandu',
        output_format_json_quote_64bit_integers: '1',
      },
    ],
  ])(
    'C6 with %s each insert is stored once, also in its views, and numbers and times are read as usual',
    async (_, profile) => {
      Object.assign(front.profile, profile);
      for (let times = 0; times < 3; times += 1) await warehouse.insert(notes, [1, 2, 3], 'one');
      await warehouse.insert(notes, [4], 'two');
      for (let times = 0; times < 2; times += 1) await warehouse.insert(notes, [5]);
      expect(await stored()).toEqual([1, 2, 3, 4, 5, 5]);
      expect(await total()).toEqual([{ total: 20 }]);
      const sql = "SELECT toUInt64(9007199254740991) AS n, toDateTime64('2026-11-01 00:00:00.123', 3) AS time";
      expect(await warehouse.read({ sql })).toEqual([{ n: 9_007_199_254_740_991, time: '2026-11-01 00:00:00.123' }]);
    },
  );

  it('a read of one row uses less than a megabyte of memory', async () => {
    const { memoryBytes } = await warehouse.measure({ sql: 'SELECT 1 AS one' });
    expect(memoryBytes).toBeLessThan(1_000_000);
  });

  it('C8 an insert without enough memory is UNAVAILABLE, and its retry is stored once there is some', async () => {
    const many = Array.from({ length: 200_000 }, (_, n) => n);
    front.profile['max_memory_usage'] = '1000000';
    for (let times = 0; times < 3; times += 1) {
      const thrown: unknown = await warehouse.insert(notes, many, 'large').catch((error: unknown) => error);
      expect(thrown).toBeInstanceOf(AppError);
      expect(thrown).toMatchObject({ code: 'UNAVAILABLE', cause: { code: '241' } });
    }
    front.profile['max_memory_usage'] = '0';
    for (let times = 0; times < 2; times += 1) await warehouse.insert(notes, many, 'large');
    expect(await stored()).toEqual(many);
  });
});
