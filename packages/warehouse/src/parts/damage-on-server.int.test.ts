/** Reporting and repairing a part that a ClickHouse server detaches when it starts. */
import { AppError, StartError } from '@footfall/errors';
import { enrichedEvent } from '@footfall/schemas/fixture';
import { describeWithDocker, type OwnServer, ownServer } from '@footfall/test-servers';
import { openWarehouse, repairWarehouse } from '../open.ts';
import type { Warehouse } from '../driver/port.ts';
import { eventsTable } from '../schema/events-table.ts';
import { keyTables } from '../schema/tables.ts';
import { requireLoadedParts } from './require-whole.ts';

describeWithDocker('a part that is damaged on a server', () => {
  let server: OwnServer;
  let warehouse: Warehouse;
  const settings = () => ({ DATA_DIR: '', ...server.settings });

  beforeAll(async () => {
    server = await ownServer('clickhouse');
    warehouse = await openWarehouse(settings());
  });
  afterAll(async () => {
    await warehouse.close();
    await server.remove();
  });

  const insert = async (batch: number) => {
    const rows = [0, 1, 2].map((at) => ({
      ...enrichedEvent({ id: `0198c7e2-aaaa-7bbb-8ccc-00000000000${batch * 3 + at}` }),
      topicId: 'log',
      partition: 0,
      offset: batch * 3 + at,
    }));
    await warehouse.insert(eventsTable, rows, `log:0:${batch}`);
  };
  const newestPart = async () => {
    const [part] = await warehouse.read<{ name: string; path: string }>({
      sql: `SELECT name, path FROM system.parts WHERE database = currentDatabase() AND table = 'events' AND active
            ORDER BY min_block_number DESC LIMIT 1`,
    });
    if (!part) throw new Error('events has no part');
    return part;
  };
  const reasonNotToStart = async () => {
    try {
      await (await openWarehouse(settings())).close();
      return 'started';
    } catch (error) {
      if (error instanceof StartError) return error.message;
      throw error;
    }
  };

  it('G3 prevents apps from starting and from being ready until it is repaired', async () => {
    await insert(0);
    await insert(1);
    const { name, path } = await newestPart();
    await server.exec(['truncate', '--size=0', `${path}count.txt`]);
    await server.kill();
    await server.start();
    // The first statement notices the connection that the kill has closed.
    await warehouse.ping().catch(() => warehouse.ping());
    // The apps that run continue to run, and are not ready.
    await expect(requireLoadedParts(warehouse, Date.now)).rejects.toThrow(AppError);
    await expect(requireLoadedParts(warehouse, Date.now)).rejects.toThrow(`Table events: part ${name} is damaged`);
    await expect(requireLoadedParts(warehouse, Date.now, keyTables)).resolves.toBeUndefined();
    expect(await reasonNotToStart()).toMatch(
      new RegExp(`^Table events: part ${name} is damaged: .* set it aside when it started.*footfall repair`),
    );
    const repaired = await repairWarehouse(settings(), { isDryRun: false });
    expect(repaired).toMatchObject({ damaged: [{ table: 'events', part: name, fault: 'set aside' }] });
    await expect(requireLoadedParts(warehouse, Date.now)).resolves.toBeUndefined();
    expect(await reasonNotToStart()).toBe('started');
    // A repaired part is not found again, even by another process.
    expect(await repairWarehouse(settings(), { isDryRun: true })).toEqual({ damaged: [], replaced: [] });
  });

  it('G3 is found by its checksums, and detached', async () => {
    await insert(2);
    const { name, path } = await newestPart();
    await server.exec(['sh', '-c', `printf x | dd of=${path}data.bin bs=1 seek=100 conv=notrunc`]);
    const repaired = await repairWarehouse(settings(), { isDryRun: false });
    const part = { table: 'events', part: name, fault: 'unreadable', rows: 3, fingerprint: '' };
    expect(repaired).toEqual({ damaged: [part], replaced: [] });
    expect(await repairWarehouse(settings(), { isDryRun: true })).toEqual({ damaged: [], replaced: [] });
  });
});
