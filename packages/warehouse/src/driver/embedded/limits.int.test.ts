import { describeWithSmallDisk } from '@footfall/test-servers';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedLimits, openEmbedded } from './embedded.ts';
import { failure } from '../contract/failure.fixture.ts';
import type { Table, Warehouse } from '../port.ts';

describe('the limits of the embedded driver', () => {
  let path: string;
  let warehouse: Warehouse;
  const open = async (limits: Partial<EmbeddedLimits>) => {
    path = await mkdtemp(join(tmpdir(), 'footfall-embedded-'));
    warehouse = await openEmbedded({ path, limits });
  };
  afterEach(async () => {
    await warehouse.close();
    await rm(path, { recursive: true });
  });

  const notes: Table<number> = { name: 'notes', columns: [{ name: 'n', type: 'UInt8', value: (n) => n }] };
  const createNotes = () => warehouse.command({ sql: 'CREATE TABLE notes (n UInt8) ENGINE = MergeTree ORDER BY n' });
  const slow = { sql: 'SELECT sleepEachRow({n:UInt8}) AS n', params: { n: 1 } };

  it.each(['reads', 'queries'] as const)(
    'F14 refuses %s if too many wait, and completes those that wait',
    async (kind) => {
      await open({ [`${kind}AtOnceMax`]: 1, readsWaitingMax: 2 });
      const reader = kind === 'reads' ? warehouse : warehouse.queries;
      const quick = { sql: 'SELECT {n:UInt8} AS n', params: { n: 1 } };
      const running = reader.read(slow);
      const waiting = [reader.read(quick), reader.read(quick)];
      await expect(reader.read(quick)).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfterSeconds: 2 });
      expect(await Promise.all([running, ...waiting])).toEqual([[{ n: 0 }], [{ n: 1 }], [{ n: 1 }]]);
    },
  );

  it('rejects a read that has waited too long with UNAVAILABLE, and does not run it later', async () => {
    await open({ readsAtOnceMax: 1, readWaitMsMax: 10 });
    const running = warehouse.read(slow);
    expect(await failure(warehouse.read(slow))).toBe('UNAVAILABLE');
    expect(await running).toEqual([{ n: 0 }]);
    expect(await warehouse.read({ sql: 'SELECT {n:UInt8} AS n', params: { n: 1 } })).toEqual([{ n: 1 }]);
  });

  it('A14 inserts nothing and is not ready if the disk is nearly full, and continues to read', async () => {
    await open({ freeBytesMin: Number.MAX_SAFE_INTEGER });
    await createNotes();
    const refusal = { code: 'UNAVAILABLE', message: 'The disk of the data directory is full' };
    await expect(warehouse.insert(notes, [1], 'one')).rejects.toMatchObject(refusal);
    await expect(warehouse.ping()).rejects.toMatchObject(refusal);
    expect(await warehouse.read({ sql: 'SELECT count() AS n FROM notes' })).toEqual([{ n: 0 }]);
  });

  it('G11 refuses inserts, commands, reads and pings while its directory is not at its path', async () => {
    await open({});
    await createNotes();
    await rename(path, `${path}.moved`);
    const count = { sql: 'SELECT count() AS n FROM notes' };
    const refusal = { code: 'UNAVAILABLE', message: 'The data directory was removed or replaced' };
    await expect(warehouse.insert(notes, [1], 'one')).rejects.toMatchObject(refusal);
    await expect(warehouse.command({ sql: 'INSERT INTO notes VALUES (2)' })).rejects.toMatchObject(refusal);
    await expect(warehouse.read(count)).rejects.toMatchObject(refusal);
    await expect(warehouse.ping()).rejects.toMatchObject(refusal);
    await rename(`${path}.moved`, path);
    await warehouse.ping();
    await warehouse.insert(notes, [1], 'one');
    expect(await warehouse.read(count)).toEqual([{ n: 1 }]);
  });
});

describeWithSmallDisk('the embedded driver on a small disk', 96 << 20, (disk) => {
  it('A14 refuses rows that may need more space than is free, and inserts others', async () => {
    const warehouse = await openEmbedded({ path: join(disk(), 'store'), limits: { freeBytesMin: 0 } });
    const notes: Table<string> = { name: 'notes', columns: [{ name: 'text', type: 'String', value: (text) => text }] };
    await warehouse.command({ sql: 'CREATE TABLE notes (text String) ENGINE = MergeTree ORDER BY text' });
    await expect(warehouse.insert(notes, ['x'.repeat(32 << 20)], 'one')).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: 'The disk of the data directory is full',
    });
    await warehouse.insert(notes, ['x'], 'two');
    expect(await warehouse.read({ sql: 'SELECT text FROM notes' })).toEqual([{ text: 'x' }]);
    await warehouse.close();
  });
});
