import { openWarehouse, type Warehouse } from '@footfall/warehouse';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readStoredEnds } from './stored-ends.ts';

describe('the stored ends', () => {
  let directory: string;
  let warehouse: Warehouse;
  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'footfall-ends-'));
    warehouse = await openWarehouse({ DATA_DIR: directory });
    await store('older', 30);
    await store('current', 20_000);
  });
  afterAll(async () => {
    await warehouse.close();
    rmSync(directory, { recursive: true });
  });

  /** Stores as many events in three partitions of a topic. */
  const store = (topicId: string, events: number) =>
    warehouse.command({
      sql: `INSERT INTO events (incarnation, \`partition\`, \`offset\`, id)
            SELECT '${topicId}', number % 3, intDiv(number, 3), generateUUIDv4() FROM numbers(${events})`,
    });

  /** Returns the ends, and the bytes that the statement reads. */
  async function measured(omitted?: readonly string[]) {
    let bytes = 0;
    const ends = await readStoredEnds(
      {
        async read<Row>(statement: Parameters<Warehouse['read']>[0]) {
          const { rows, bytesRead } = await warehouse.measure<Row>(statement);
          bytes = bytesRead;
          return rows;
        },
      },
      omitted,
    );
    return {
      bytes,
      ends: ends.map(({ topicId, partition, offset }) => `${topicId}/${partition}: ${offset}`).toSorted(),
    };
  }

  it('are those of all topic IDs, or of all but some, whose offsets are not read', async () => {
    const older = ['older/0: 10', 'older/1: 10', 'older/2: 10'];
    const all = await measured();
    expect(all.ends).toEqual(['current/0: 6667', 'current/1: 6667', 'current/2: 6666', ...older]);
    const others = await measured(['current']);
    expect(others.ends).toEqual(older);
    expect(others.bytes).toBeLessThan(all.bytes / 2);
    expect((await measured(['current', 'older'])).ends).toEqual([]);
  });
});
