/** A ClickHouse server behind connections that break, stall and recover, and under overload. */
import { AppError } from '@footfall/errors';
import { describeWithServers, openProxy, type Proxy, until, waitMsMax } from '@footfall/test-servers';
import type { ServerAddress } from './connection.ts';
import { startFakeServer } from './fake-server.fixture.ts';
import type { Table, Warehouse } from '../port.ts';
import { openServer } from './server.ts';
import { dropDatabase, ownDatabase } from '../contract/server-harness.fixture.ts';

describeWithServers('faults on the way to a server', ['CLICKHOUSE_URL'], ({ CLICKHOUSE_URL }) => {
  const server = new URL(CLICKHOUSE_URL);
  let address: ServerAddress;
  let proxy: Proxy;
  /** Has short deadlines. */
  let warehouse: Warehouse;
  /** Has long deadlines. */
  let patient: Warehouse;
  /** A connection without the proxy, which no fault reaches. */
  let direct: Warehouse;
  let notes: Table<number>;
  let tables = 0;

  beforeAll(async () => {
    proxy = await openProxy(Number(server.port), server.hostname);
    address = ownDatabase(server.href);
    direct = await openServer(address);
    const proxied = { ...address, url: `http://127.0.0.1:${proxy.port}` };
    warehouse = await openServer(proxied, { readSeconds: 1, insertMsMax: 1_000, pingMsMax: 500 });
    patient = await openServer(proxied, { readSeconds: 120, insertMsMax: 120_000 });
  });
  beforeEach(async () => {
    notes = {
      name: `notes_${(tables += 1)}`,
      columns: [{ name: 'n', type: 'UInt32', value: (n) => n }],
    };
    await direct.command({
      sql: `CREATE TABLE ${notes.name} (n UInt32) ENGINE = MergeTree ORDER BY n
        SETTINGS non_replicated_deduplication_window = 1000`,
    });
  });
  afterEach(() => proxy.heal());
  afterAll(async () => {
    await warehouse.close();
    await patient.close();
    await direct.close();
    await proxy.close();
    await dropDatabase(address);
  });

  const stored = async () =>
    (await direct.read<{ n: number }>({ sql: `SELECT n FROM ${notes.name} ORDER BY n` })).map(({ n }) => n);
  /** Retries while the server is too busy for a warehouse with short deadlines. */
  const inTheEnd = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const deadline = performance.now() + waitMsMax;
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'UNAVAILABLE' || performance.now() > deadline) throw error;
      }
    }
  };
  const failed = async (work: Promise<unknown>): Promise<AppError> => {
    const thrown: unknown = await work.then(
      () => 'no error',
      (error: unknown) => error,
    );
    expect(thrown).toBeInstanceOf(AppError);
    expect(thrown).toMatchObject({ code: 'UNAVAILABLE', retryAfterSeconds: expect.any(Number) });
    return thrown as AppError;
  };
  const rows = [1, 2, 3];

  it('C2 an insert whose connection was reset after its body was sent is stored once by its retry', async () => {
    proxy.stall('responses');
    const insert = failed(patient.insert(notes, rows, 'reset'));
    await until(async () => (await stored()).length > 0);
    proxy.reset();
    await insert;
    proxy.heal();
    await patient.insert(notes, rows, 'reset');
    expect(await stored()).toEqual(rows);
  });

  it('C3 an insert whose response arrives after its deadline is stored once by its retry', async () => {
    proxy.stall('responses');
    await failed(warehouse.insert(notes, rows, 'late'));
    await until(async () => (await stored()).length > 0);
    proxy.heal();
    await inTheEnd(() => warehouse.insert(notes, rows, 'late'));
    expect(await stored()).toEqual(rows);
  });

  it('C3 an insert that is retried while the first attempt is still running is stored once', async () => {
    proxy.stall('responses');
    const tries = await Promise.all([1, 2, 3].map(() => failed(warehouse.insert(notes, rows, 'again'))));
    expect(tries).toHaveLength(3);
    proxy.heal();
    await inTheEnd(() => warehouse.insert(notes, rows, 'again'));
    expect(await stored()).toEqual(rows);
  });

  it('C2 an insert that was cut off in its body is not stored at all, and its retry stores it once', async () => {
    const many = Array.from({ length: 3_000_000 }, (_, n) => n);
    const bytesOfEach = 4;
    proxy.cutAfter((many.length * bytesOfEach) / 2);
    await failed(patient.insert(notes, many, 'cut'));
    await until(async () => (await running(notes.name)) === 0);
    proxy.heal();
    expect(await direct.read({ sql: `SELECT count() AS n FROM ${notes.name}` })).toEqual([{ n: 0 }]);
    await direct.insert(notes, many, 'cut');
    expect(await direct.read({ sql: `SELECT count() AS total, uniqExact(n) AS different FROM ${notes.name}` })).toEqual(
      [{ total: many.length, different: many.length }],
    );
  });

  const running = async (table: string) => {
    const [row] = await direct.read<{ n: number }>({
      sql: `SELECT count() AS n FROM system.processes
            WHERE current_database = currentDatabase() AND query_kind = 'Insert' AND position(query, {table:String}) > 0`,
      params: { table },
    });
    return row?.n ?? 0;
  };

  it.each([
    ['refuses connections', () => proxy.cut()],
    ['is silent', () => proxy.stall()],
    ['accepts requests and responds to none', () => proxy.stall('responses')],
  ])('is UNAVAILABLE while the server %s, and continues when it is back', async (_what, fault) => {
    fault();
    await Promise.all([
      failed(warehouse.read({ sql: 'SELECT 1' })),
      failed(warehouse.read({ sql: 'SELECT {n:UInt8}', params: { n: 1 } })),
      failed(warehouse.insert(notes, rows, 'away')),
      failed(warehouse.ping()),
    ]);
    proxy.heal();
    await inTheEnd(() => warehouse.ping());
    await inTheEnd(() => warehouse.insert(notes, rows, 'away'));
    const one = await inTheEnd(() => warehouse.read({ sql: 'SELECT {n:UInt8} AS n', params: { n: 1 } }));
    expect(one).toEqual([{ n: 1 }]);
    expect(await stored()).toEqual(rows);
  });

  const readsRunning = async () => {
    const [row] = await direct.read<{ n: number }>({
      sql: `SELECT count() AS n FROM system.processes
            WHERE current_database = currentDatabase() AND query LIKE '%sipHash64%' AND query NOT LIKE '%processes%'`,
    });
    return row?.n ?? 0;
  };

  it('C13 a read whose connection breaks is UNAVAILABLE and ends on the server, and the next one uses a new connection', async () => {
    const read = failed(patient.read({ sql: 'SELECT max(sipHash64(number)) FROM system.numbers' }));
    await until(async () => (await readsRunning()) > 0);
    proxy.reset();
    await read;
    expect(await patient.read({ sql: 'SELECT 1 AS n' })).toEqual([{ n: 1 }]);
    await until(async () => (await readsRunning()) === 0);
  });

  it('C8 an insert into a table of too many parts is UNAVAILABLE, and its retry is stored once there are fewer', async () => {
    await direct.command({ sql: `ALTER TABLE ${notes.name} MODIFY SETTING parts_to_throw_insert = 1` });
    await direct.insert(notes, [0], 'first');
    for (let times = 0; times < 3; times += 1) {
      const { cause } = await failed(direct.insert(notes, rows, 'second'));
      expect(cause).toMatchObject({ code: '252' });
    }
    await direct.command({ sql: `ALTER TABLE ${notes.name} MODIFY SETTING parts_to_throw_insert = 3000` });
    await direct.insert(notes, rows, 'second');
    await direct.insert(notes, rows, 'second');
    expect(await stored()).toEqual([0, ...rows]);
  });

  it('F14 refuses reads if too many wait, and completes those that wait', async () => {
    const narrow = await openServer(address, { readSeconds: 120, readsAtOnceMax: 2, readsWaitingMax: 2 });
    const slow = { sql: 'SELECT sleep({seconds:Float64})', params: { seconds: 0.5 } };
    const taken = [slow, slow, slow, slow].map((statement) => narrow.read(statement));
    await expect(narrow.read(slow)).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfterSeconds: 2 });
    expect(await Promise.all(taken)).toHaveLength(4);
    await narrow.close();
  });
});

describe('a response that is not from ClickHouse', () => {
  it('C2 does not acknowledge an insert', async () => {
    const server = await startFakeServer((_, response) => response.end('<html>Down for maintenance</html>'));
    const warehouse = await openServer(server.address);
    const notes: Table<number> = { name: 'notes', columns: [{ name: 'n', type: 'UInt32', value: (n) => n }] };
    await expect(warehouse.insert(notes, [1], 'lost')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await expect(warehouse.command({ sql: 'TRUNCATE TABLE notes' })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await expect(warehouse.read({ sql: 'SELECT 1' })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await warehouse.close();
    server.close();
  });

  it('A10 has all of its rows, or is UNAVAILABLE: a server whose disk is full returns status 200 and an empty body', async () => {
    const server = await startFakeServer((statement, response, queryId) => {
      const rows = statement.includes('numbers(0)') ? 0 : 4;
      response.setHeader('X-ClickHouse-Query-Id', queryId);
      response.setHeader('X-ClickHouse-Summary', JSON.stringify({ result_rows: String(rows) }));
      response.end();
    });
    const warehouse = await openServer(server.address);
    expect(await warehouse.read({ sql: 'SELECT number FROM numbers(0)' })).toEqual([]);
    await expect(warehouse.read({ sql: 'SELECT number FROM numbers(4)' })).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    });
    await warehouse.close();
    server.close();
  });

  it('is UNAVAILABLE and disconnected at its deadline if it stops in the middle, and delays nothing after it', async () => {
    let connected = 0;
    const server = await startFakeServer((_, response) => {
      connected += 1;
      response.once('close', () => (connected -= 1));
      response.write('{"n":1}\n{"n"');
    });
    const warehouse = await openServer(server.address, {
      readSeconds: 0.1,
      readsAtOnceMax: 1,
      pingMsMax: 100,
      commandMsMax: 100,
      // Longer than any wait of the test: the client would disconnect after as long a silence.
      insertMsMax: 600_000,
    });
    const ended = await Promise.allSettled([
      warehouse.read({ sql: 'SELECT 1' }),
      warehouse.read({ sql: 'SELECT 2' }),
      warehouse.ping(),
      warehouse.command({ sql: 'SELECT 3' }),
    ]);
    for (const one of ended) expect(one).toMatchObject({ status: 'rejected', reason: { code: 'UNAVAILABLE' } });
    await until(() => connected === 0);
    // Waits for the statements in progress.
    await warehouse.close();
    server.close();
  });
});
