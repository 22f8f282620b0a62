/** The comparison and repair of published and stored events; on servers as well if it depends on the log, which has several partitions there. */
import { hourMs } from '@footfall/schemas';
import { enrichedEvent } from '@footfall/schemas/fixture';
import { actAt, driverSets, type Servers, Stopped, stopAt, until, wrapPort } from '@footfall/test-servers';
import { readRollupsState, verify } from '@footfall/warehouse';
import { rollUp } from '@footfall/warehouse/fixture';
import fc from 'fast-check';
import { eventId, events, visitorId } from '../event.fixture.ts';
import { droppedDuplicates, noDamage, totals } from './findings.fixture.ts';
import { breakAt, withoutPlans } from '../breakpoints.fixture.ts';
import { findGaps } from './gaps.ts';
import { openRig, type Rig } from './rig.fixture.ts';
import { restoreTail } from './tail.ts';

let rig: Rig;

function withRigOn(servers: Servers): void {
  beforeEach(async () => {
    rig = await openRig(servers);
  });
  afterEach(() => rig.remove());
}

describe('reconciling', () => {
  withRigOn({});

  it('finds no difference if nothing was changed', async () => {
    expect(totals(await rig.reconcile())).toEqual({ isExact: true, rows: 0, distinct: 0, ...noDamage });
    await rig.publish(events(1_000));
    const unstored = await rig.reconcile();
    expect(totals(unstored)).toEqual({ isExact: true, rows: 0, distinct: 0, ...noDamage });
    expect(unstored.waiting).toBe(1_000);
    await rig.store();
    const stored = await rig.reconcile();
    expect(totals(stored)).toEqual({ isExact: true, rows: 1_000, distinct: 1_000, ...noDamage });
    expect(stored.waiting).toBe(0);
  });

  it('reads events without the time limit of other reads, because some reads grow with their number', async () => {
    await rig.publish(events(100));
    await rig.store();
    await rig.warehouse.command({ sql: 'ALTER TABLE events DELETE WHERE offset < 10 SETTINGS mutations_sync = 1' });
    await rig.warehouse.command({ sql: 'INSERT INTO events SELECT * FROM events WHERE offset = 20' });
    const warehouse = wrapPort(rig.warehouse, ({ method, text }, proceed) => {
      if (method === 'read' && text.includes('FROM events')) throw new Error(`has a time limit: ${text}`);
      return proceed();
    });
    const repaired = { missing: 10, duplicateOffsets: 1 };
    expect(await rig.reconcile({ warehouse, repairs: true })).toMatchObject({ isExact: true, repaired });
  });

  it('distinguishes missing events from duplicates, dead letters and events of deleted workspaces', async () => {
    await rig.publish([...events(100), ...events(10), ...events(5, { workspaceId: 'ws_1111111111111111' })]);
    await rig.bus.publish('events', [{ key: 'a', value: Buffer.from('{"no":"event"}') }]);
    await rig.store();
    await rig.warehouse.command({ sql: "INSERT INTO workspace_deletions SELECT 'ws_1111111111111111', now64(3)" });
    await rig.warehouse.command({
      sql: "ALTER TABLE events DELETE WHERE workspace_id = 'ws_1111111111111111' SETTINGS mutations_sync = 2",
    });
    const expected = {
      isExact: true,
      rows: 100,
      distinct: 100,
      ...noDamage,
      duplicates: 10,
      deadLetters: 1,
      deleted: 5,
    };
    expect(totals(await rig.reconcile())).toEqual(expected);
    expect(totals(await rig.reconcile({ repairs: true }))).toEqual(expected);
  });

  it('A6 reports and removes events that are stored twice because ranges were not planned', async () => {
    await rig.publish(events(1_000));
    const { around } = breakAt('inserted');
    const broken = rig.store({ around: (call, proceed) => withoutPlans(call, async () => around(call, proceed)) });
    await expect(broken).rejects.toThrow('broken on purpose');
    const reference = await rig.rows();
    await rig.publish(events(1, {}, 5_000));
    await rig.store({ around: withoutPlans });
    const damaged = totals(await rig.reconcile());
    expect(damaged).toMatchObject({ isExact: false, distinct: 1_001, missing: 0, duplicateIds: 0 });
    expect(damaged).toMatchObject({ duplicateOffsets: expect.any(Number) });
    const report = await rig.reconcile({ repairs: true });
    expect(totals(report)).toMatchObject({ isExact: true, rows: 1_001, distinct: 1_001, ...noDamage });
    expect(report.repaired.duplicateOffsets).toBeGreaterThan(0);
    expect(await rig.rows()).toEqual(expect.arrayContaining(reference));
  });

  it('C10 reports and restores rows that were removed by hand, even a second time', async () => {
    await rig.publish(events(1_000));
    await rig.store();
    const reference = await rig.rows();
    const lost = [...(await rig.logged()).values()].filter(({ offset }) => offset % 3 === 0);
    for (let time = 0; time < 2; time += 1) {
      await rig.removeRows(lost);
      expect(totals(await rig.reconcile())).toMatchObject({
        isExact: false,
        missing: lost.length,
        rows: 1_000 - lost.length,
      });
      const report = await rig.reconcile({ repairs: true });
      expect(totals(report)).toMatchObject({ isExact: true, rows: 1_000, ...noDamage });
      expect(await rig.rows()).toEqual(reference);
    }
  });

  /** Advances the rollups some minutes from now: a rebuild begins once no process can still read from them. */
  const rebuild = (minutes: number) => rollUp(rig.warehouse, { now: () => Date.now() + minutes * 60_000 });

  /** Stores 50 events, 20 of them twice, and rolls them up. */
  async function storeTwice(): Promise<void> {
    await rig.publish(events(50));
    await rig.store();
    await rig.insertRows([...(await rig.logged()).values()].slice(0, 20));
    await rollUp(rig.warehouse);
  }

  it('leaves the rollups correct after a rebuild that was complete before the last change of a repair', async () => {
    await rig.publish(events(300));
    await rig.store();
    await rig.removeRows([...(await rig.logged()).values()].slice(0, 100));
    await rollUp(rig.warehouse);
    const warehouse = wrapPort(rig.warehouse, async ({ text }, proceed) => {
      if (text.startsWith('insert events ')) await rebuild(1);
      return proceed();
    });
    expect(await rig.reconcile({ repairs: true, warehouse })).toMatchObject({
      isExact: true,
      repaired: { missing: 100 },
    });
    await rebuild(2);
    expect(await verify({ warehouse: rig.warehouse, eventsReadMax: Infinity })).toMatchObject({
      isExact: true,
      events: 300,
    });
  });

  it('leaves the rollups correct if it was killed after a removal, and a rebuild was complete after the rows had been listed', async () => {
    await storeTwice();
    const listed = actAt({ moment: 'after', call: '^command INSERT INTO reconcile_removals', pass: 1 }, () =>
      rebuild(1),
    );
    const killed = stopAt({ moment: 'after', call: '^command ALTER TABLE events DELETE', pass: 1 });
    const warehouse = wrapPort(wrapPort(rig.warehouse, listed), killed);
    await expect(rig.reconcile({ repairs: true, warehouse })).rejects.toThrow(Stopped);
    expect(await rig.reconcile({ repairs: true })).toMatchObject({ isExact: true, repaired: { duplicateOffsets: 0 } });
    await rebuild(2);
    expect(await verify({ warehouse: rig.warehouse, eventsReadMax: Infinity })).toMatchObject({
      isExact: true,
      events: 50,
    });
  });

  it('leaves the rollups correct if it was killed during a removal that the engine completes after the rebuild was due', async () => {
    await storeTwice();
    await rig.warehouse.command({ sql: 'SYSTEM STOP MERGES events' });
    const inBackground = wrapPort(rig.warehouse, ({ text }, proceed) =>
      text.startsWith('command ALTER TABLE events DELETE')
        ? proceed({ sql: text.slice('command '.length).replace('mutations_sync = 2', 'mutations_sync = 0') })
        : proceed(),
    );
    const killed = stopAt({ moment: 'after', call: '^command ALTER TABLE events DELETE', pass: 1 });
    const repair = rig.reconcile({ repairs: true, warehouse: wrapPort(inBackground, killed) });
    await expect(repair).rejects.toThrow(Stopped);
    await rebuild(1);
    await rig.warehouse.command({ sql: 'SYSTEM START MERGES events' });
    await until(async () => (await rig.rows()).length === 50);
    expect(await rig.reconcile({ repairs: true })).toMatchObject({ isExact: true, repaired: { duplicateOffsets: 0 } });
    await until(async () => {
      await rebuild(2);
      return (await readRollupsState(rig.warehouse, Date.now)).isComplete;
    });
    expect(await verify({ warehouse: rig.warehouse, eventsReadMax: Infinity })).toMatchObject({
      isExact: true,
      events: 50,
    });
  });

  it('restores the newest events at a start, which is refused if they are missing nevertheless', async () => {
    await rig.publish(events(10));
    await rig.store();
    const reference = await rig.rows();
    await rig.removeRows([...(await rig.logged()).values()].slice(4));
    const { bus } = rig;
    const dropping = wrapPort(rig.warehouse, ({ text }, proceed) =>
      text.startsWith('insert events ') ? undefined : proceed(),
    );
    await expect(restoreTail({ bus, warehouse: dropping })).rejects.toThrow(
      '6 of the newest events in partition 0 of the log are not stored. Run footfall reconcile --repair',
    );
    expect(await restoreTail({ bus, warehouse: rig.warehouse })).toBe(6);
    expect(await rig.rows()).toEqual(reference);
  });

  it('C10 reports rows that were inserted again by hand, and keeps one of each, even in merged parts', async () => {
    await rig.publish(events(1_000));
    await rig.store();
    const reference = await rig.rows();
    const again = [...(await rig.logged()).values()].filter(({ offset }) => offset % 3 === 0);
    await rig.insertRows(again);
    await rig.warehouse.command({ sql: 'OPTIMIZE TABLE events FINAL' });
    await rig.insertRows(again);
    expect(totals(await rig.reconcile())).toMatchObject({
      isExact: false,
      duplicateOffsets: 2 * again.length,
      distinct: 1_000,
    });
    const report = await rig.reconcile({ repairs: true });
    expect(report.repaired).toEqual({ duplicateOffsets: 2 * again.length, missing: 0, duplicateIds: 0 });
    expect(await rig.rows()).toEqual(reference);
  });

  it('removes the right rows of parts that contain deleted rows', async () => {
    await rig.publish([...events(200), ...events(200)]);
    await rig.store();
    const reference = await rig.rows();
    await rig.insertRows([...(await rig.logged()).values()]);
    const hide = (modulo: number) =>
      rig.warehouse.command({
        sql: 'DELETE FROM events WHERE offset % 7 = {modulo:UInt8} SETTINGS lightweight_deletes_sync = 2',
        params: { modulo },
      });
    await hide(0);
    await rig.warehouse.command({ sql: 'OPTIMIZE TABLE events FINAL' });
    await hide(1);
    expect(totals(await rig.reconcile({ repairs: true }))).toMatchObject({
      isExact: true,
      ...noDamage,
      duplicates: 200,
    });
    expect(await rig.rows()).toEqual(reference);
  });

  it('reports, removes and counts duplicates that were stored although the first event is stored, and rows that were stored twice', async () => {
    await rig.publish([...events(50), ...events(50)]);
    await rig.store();
    const reference = await rig.rows();
    const twice = [...(await rig.logged()).values()].slice(0, 10);
    await rig.insertRows([...(await droppedDuplicates(rig)), ...twice]);
    expect(totals(await rig.reconcile())).toMatchObject({
      isExact: false,
      rows: 110,
      duplicateIds: 50,
      duplicateOffsets: 10,
      missing: 0,
    });
    const report = await rig.reconcile({ repairs: true });
    expect(totals(report)).toMatchObject({ isExact: true, ...noDamage, duplicates: 50 });
    expect(report.repaired).toEqual({ duplicateOffsets: 10, missing: 0, duplicateIds: 50 });
    expect(await rig.rows()).toEqual(reference);
  });

  describe('a log that has dropped records', () => {
    /** Compares with a log that begins at this offset, as Kafka's does after its retention time. */
    const reconcileFrom = (startOffset: number, committed?: null) =>
      rig.reconcile({
        bus: {
          partitions: async () =>
            (await rig.bus.partitions()).map((log) => ({
              ...log,
              startOffset,
              committed: committed === null ? undefined : log.committed,
            })),
        },
      });

    it('counts those that were not stored as lost, until the commit has passed them', async () => {
      await rig.publish(events(300));
      await rig.store();
      await rig.publish(events(200, {}, 300));
      expect(totals(await reconcileFrom(300))).toMatchObject({ isExact: true, lost: 0, uncompared: 0 });
      const report = await reconcileFrom(350);
      expect(report.waiting).toBe(150);
      expect(totals(report)).toEqual({ isExact: false, rows: 300, distinct: 300, ...noDamage, lost: 50 });
      await rig.store();
      const lost = [...(await rig.logged()).values()].filter(({ offset }) => offset >= 300 && offset < 350);
      await rig.removeRows(lost);
      expect(totals(await reconcileFrom(350))).toMatchObject({ isExact: true, lost: 0, uncompared: 50 });
    });

    it('counts records before it as lost if nothing was ever committed or stored, but not those that were stored', async () => {
      await rig.publish(events(300));
      expect(totals(await reconcileFrom(10, null))).toMatchObject({ isExact: false, lost: 10 });
      await rig.store();
      expect(totals(await reconcileFrom(10, null))).toMatchObject({ isExact: true, lost: 0 });
    });
  });

  it('counts as uncompared what the log drops during the comparison', async () => {
    await rig.publish(events(300));
    await rig.store();
    await rig.removeRows([...(await rig.logged()).values()].slice(0, 10));
    // The embedded log drops a batch once the next one is planned.
    const drop = async () => {
      await rig.publish(events(100, {}, 300));
      await rig.store();
    };
    const dropping = actAt({ moment: 'after', call: '^longReads.read SELECT .* FROM numbers', pass: 1 }, drop);
    const report = await rig.reconcile({ warehouse: wrapPort(rig.warehouse, dropping) });
    expect(totals(report)).toEqual({ isExact: true, ...noDamage, rows: 290, distinct: 290, uncompared: 10 });
    expect(report.partitions).toMatchObject([{ log: { from: 10 }, gaps: [{ from: 0, to: 10 }] }]);
  });

  it('reports rows at whose offsets the log has another event, committed or not', async () => {
    await rig.publish(events(10));
    await rig.store();
    const rows = [...(await rig.logged()).values()];
    await rig.publish(events(2, {}, 10));
    const [row] = rows;
    if (!row) throw new Error('The log is empty');
    const other = (offset: number) => ({ ...row, offset, id: eventId(100 + offset) });
    await rig.removeRows(rows.slice(7));
    await rig.insertRows([7, 8, 9, 11].map(other));
    expect(totals(await rig.reconcile())).toMatchObject({ isExact: false, ...noDamage, replaced: 4 });
  });

  it('reports and keeps different events at one offset', async () => {
    await rig.publish(events(10));
    await rig.store();
    const rows = [...(await rig.logged()).values()];
    await rig.insertRows(rows.slice(7).map((row) => ({ ...row, id: eventId(100 + row.offset) })));
    await rig.insertRows(rows.slice(8));
    const kept = { isExact: false, rows: 13, distinct: 10, replaced: 3 };
    expect(totals(await rig.reconcile())).toMatchObject({ ...noDamage, ...kept, rows: 15, duplicateOffsets: 2 });
    const report = await rig.reconcile({ repairs: true });
    expect(report.repaired).toEqual({ duplicateOffsets: 2, missing: 0, duplicateIds: 0 });
    expect(totals(report)).toMatchObject({ ...noDamage, ...kept });
  });

  it('reports a run of offsets without a row as one, although several queries find it', async () => {
    const windows = [0, 5, 9].map((from) => ({ from, to: from + 4 }));
    const gaps = await findGaps(rig.warehouse, { topicId: 'none', partition: 0 }, windows);
    expect(gaps).toEqual([
      { from: 5, to: 13 },
      { from: 0, to: 4 },
    ]);
  });

  it('reports rows beyond the end of the log and rows of an earlier topic ID, and keeps both', async () => {
    await rig.publish(events(10));
    await rig.store();
    const [row] = (await rig.logged()).values();
    if (!row) throw new Error('The log is empty');
    await rig.insertRows([{ ...row, topicId: 'before', id: eventId(77) }]);
    expect(totals(await rig.reconcile({ repairs: true }))).toMatchObject({ isExact: true, rows: 11 });
    await rig.insertRows([{ ...row, offset: 1_000_000, id: eventId(78) }]);
    expect(totals(await rig.reconcile({ repairs: true }))).toMatchObject({ isExact: false, beyondEnd: 1 });
  });
});

describe.each(driverSets())('reconciling on $drivers', ({ drivers, servers }) => {
  withRigOn(servers);

  it('only counts rows before the start of the log, and removes surplus rows there', async () => {
    await rig.publish(events(600));
    await rig.store();
    await rig.publish(events(600, {}, 600));
    await rig.store();
    const reference = await rig.rows();
    // The embedded log has dropped the first batch by now.
    const ends = new Map<number, number>();
    for (const row of (await rig.logged()).values()) ends.set(row.partition, row.offset + 1);
    const stored = [...(await rig.logged()).values()];
    await rig.trim(new Map([...ends].map(([partition, end]) => [partition, Math.floor(end / 2)])));
    const [log] = await rig.bus.partitions();
    const start = log?.startOffset ?? 0;
    expect(start).toBeGreaterThan(0);
    await rig.warehouse.command({
      sql: 'INSERT INTO events SELECT * FROM events WHERE partition = {partition:UInt16} AND offset < 10',
      params: { partition: log?.partition ?? 0 },
    });
    await rig.removeRows(stored.filter(({ partition, offset }) => partition === log?.partition && offset === start));
    expect(totals(await rig.reconcile())).toMatchObject({
      isExact: false,
      duplicateOffsets: 10,
      missing: 1,
      uncompared: 0,
    });
    expect(totals(await rig.reconcile({ repairs: true }))).toMatchObject({ isExact: true, rows: 1_200, ...noDamage });
    expect(await rig.rows()).toEqual(reference);
    await rig.warehouse.command({
      sql: 'ALTER TABLE events DELETE WHERE partition = {partition:UInt16} AND offset < 5 SETTINGS mutations_sync = 2',
      params: { partition: log?.partition ?? 0 },
    });
    expect(totals(await rig.reconcile({ repairs: true }))).toMatchObject({ isExact: true, uncompared: 5, rows: 1_195 });
  });

  it('keeps the first of several duplicates in different partitions, and restores it', async () => {
    const { receivedAt } = enrichedEvent();
    const duplicates = Array.from({ length: 7 }, (_, at) =>
      events(40, { visitorId: visitorId(at), receivedAt: receivedAt + at }),
    );
    await rig.publish(duplicates.flat());
    await rig.store();
    const reference = await rig.rows();
    expect(reference).toHaveLength(40);
    const logged = [...(await rig.logged()).values()];
    await rig.removeRows(logged.slice(0, 140));
    await rig.insertRows((await droppedDuplicates(rig)).slice(20, 200));
    expect((await rig.reconcile()).isExact).toBe(false);
    expect((await rig.reconcile({ repairs: true })).isExact).toBe(true);
    expect(await rig.rows()).toEqual(reference);
  });

  it('repairs while a consumer stores events, without affecting it', async () => {
    await rig.publish(events(500));
    await rig.store();
    const rows = [...(await rig.logged()).values()];
    await rig.removeRows(rows.slice(0, 100));
    await rig.insertRows(rows.slice(100, 200));
    let published = 500;
    await rig.store({
      // Between an insert and its commit: the rows are stored but not settled yet.
      around: async ({ text }, proceed) => {
        const result = await proceed();
        if (!text.startsWith('insert events ')) return result;
        expect((await rig.reconcile({ repairs: true })).isExact).toBe(true);
        if (published < 2_000) await rig.publish(events(100, {}, (published += 100) - 100));
        return result;
      },
      whileRunning: async () => rig.publish(events(100, {}, (published += 100) - 100)),
    });
    await rig.store();
    // The embedded log keeps no more than the last batch: rows removed before it cannot be restored.
    const uncompared = servers.KAFKA_BROKERS === undefined ? 100 : 0;
    const rowsLeft = published - uncompared;
    const expected = { isExact: true, ...noDamage, rows: rowsLeft, distinct: rowsLeft, uncompared };
    expect(totals(await rig.reconcile())).toEqual(expected);
  });

  it('restores exactly the original rows after random ones were removed, repeated or added', async () => {
    // Of each event: the first; a duplicate; and one a day later that is not a duplicate of the first, but would be one of the duplicate.
    await rig.publish(
      [0, 20, 30].flatMap((hours) => events(100, { receivedAt: enrichedEvent().receivedAt + hours * hourMs })),
    );
    await rig.bus.publish('events', [{ key: 'a', value: Buffer.from('') }]);
    await rig.store();
    const reference = await rig.rows();
    const logged = [...(await rig.logged()).values()];
    const damage = fc.array(fc.tuple(fc.nat(logged.length - 1), fc.constantFrom('remove', 'insert', 'insert twice')), {
      minLength: 1,
      maxLength: 60,
    });
    await fc.assert(
      fc.asyncProperty(damage, async (steps) => {
        const chosen = (what: string) => steps.flatMap(([at, how]) => (how === what ? (logged[at] ?? []) : []));
        await rig.insertRows([...chosen('insert'), ...chosen('insert twice')]);
        await rig.insertRows(chosen('insert twice'));
        await rig.removeRows(chosen('remove'));
        const isDamaged = JSON.stringify(await rig.rows()) !== JSON.stringify(reference);
        expect((await rig.reconcile()).isExact).toBe(!isDamaged);
        expect((await rig.reconcile({ repairs: true })).isExact).toBe(true);
        expect(await rig.rows()).toEqual(reference);
      }),
      // Each takes ten times as long on servers, where the repair is the same as on the embedded engine.
      { numRuns: drivers === 'embedded' ? 6 : 2 },
    );
  });
});
