import { describeWithDocker, type OwnServer, ownServer, until } from '@footfall/test-servers';
import { serverAddress } from '../../config.ts';
import { failure } from '../contract/failure.fixture.ts';
import type { Table, Warehouse } from '../port.ts';
import { openServer } from './server.ts';

const notes: Table<number> = { name: 'notes', columns: [{ name: 'n', type: 'UInt32', value: (n) => n }] };

describeWithDocker('a server that is frozen or killed', () => {
  let server: OwnServer;
  let warehouse: Warehouse;

  beforeAll(async () => {
    server = await ownServer('clickhouse');
    const address = serverAddress({ DATA_DIR: '', ...server.settings });
    if (!address) throw new Error('There is no server');
    warehouse = await openServer(address, { readSeconds: 1, insertMsMax: 1_000, pingMsMax: 500 });
  });
  beforeEach(async () => {
    await warehouse.command({ sql: 'DROP TABLE IF EXISTS notes SYNC' });
    await warehouse.command({
      sql: `CREATE TABLE notes (n UInt32) ENGINE = MergeTree ORDER BY n
        SETTINGS non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1`,
    });
  });
  afterAll(async () => {
    await warehouse.close();
    await server.remove();
  });

  /** A server that has just started or continued may respond later than the deadlines allow. */
  const inTheEnd = async <Result>(work: () => Promise<Result>) => {
    let result: Result | undefined;
    await until(async () => (await failure(work().then((one) => (result = one)))) === 'no error');
    return result;
  };
  const stored = async () =>
    (await inTheEnd(() => warehouse.read<{ n: number }>({ sql: 'SELECT n FROM notes ORDER BY n' })))?.map(
      ({ n }) => n,
    ) ?? [];

  it('C3 rejects calls at their deadlines while it is frozen, and stores every insert once when it continues', async () => {
    await server.freeze();
    const outcomes = await Promise.all([
      failure(warehouse.read({ sql: 'SELECT 1' })),
      failure(warehouse.read({ sql: 'SELECT {n:UInt8}', params: { n: 1 } })),
      failure(warehouse.insert(notes, [1, 2], 'frozen')),
      failure(warehouse.ping()),
    ]);
    expect(outcomes).toEqual(['UNAVAILABLE', 'UNAVAILABLE', 'UNAVAILABLE', 'UNAVAILABLE']);
    await server.thaw();
    await inTheEnd(() => warehouse.insert(notes, [1, 2], 'frozen'));
    expect(await stored()).toEqual([1, 2]);
  });

  it('C1 has every insert that it acknowledged once after it was killed and restarted', async () => {
    let next = 0;
    const retried = new Set<number>();
    for (let kills = 0; kills < 3; kills += 1) {
      const killed = server.kill();
      while ((await failure(warehouse.insert(notes, [next], `n:${next}`))) === 'no error') next += 1;
      await killed;
      await server.start();
      await inTheEnd(() => warehouse.insert(notes, [next], `n:${next}`));
      retried.add(next);
      next += 1;
    }
    // The engine may treat a retry as a duplicate of the insert that the kill interrupted (ADR 3), so a retry is followed by a check of its rows.
    const all = Array.from({ length: next }, (_, n) => n);
    const found = await stored();
    expect(found).toEqual(all.filter((n) => found.includes(n)));
    expect(all.filter((n) => !found.includes(n) && !retried.has(n))).toEqual([]);
  });
});
