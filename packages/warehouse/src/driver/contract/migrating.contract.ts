/** The promise of every driver that its store can be migrated, as tests. */
import { migrate } from '../../schema/migrate.ts';
import type { DriverRig } from './driver-rig.fixture.ts';

/** Registers the suite. */
export function migratingContract(rig: DriverRig): void {
  describe('migrating', () => {
    beforeEach(() => rig.remove());

    it('runs each migration once, even if the store is opened again', async () => {
      await rig.open();
      const first = await migrate(rig.warehouse, () => 1);
      expect(first).toEqual(expect.arrayContaining(['0001_create_events.sql']));
      expect(first).toEqual(first.toSorted());
      expect(await migrate(rig.warehouse, () => 2)).toEqual([]);
      await rig.close();
      await rig.open();
      expect(await migrate(rig.warehouse, () => 3)).toEqual([]);
      const [row] = await rig.warehouse.read({ sql: 'SELECT count() AS n, uniqExact(name) AS names FROM migrations' });
      expect(row).toEqual({ n: first.length, names: first.length });
    });

    it('continues where it was interrupted', async () => {
      await rig.open();
      const all = await migrate(rig.warehouse, () => 1);
      // All tables exist, but the record of the migration does not: the state after a kill before the last statement.
      await rig.warehouse.command({
        sql: `ALTER TABLE migrations DELETE WHERE name = {name:String} SETTINGS mutations_sync = 2`,
        params: { name: all.at(-1) ?? '' },
      });
      expect(await migrate(rig.warehouse, () => 2)).toEqual([all.at(-1)]);
    });

    it('refuses a store that a newer version has changed', async () => {
      await rig.open();
      await migrate(rig.warehouse, () => 1);
      await rig.warehouse.command({ sql: "INSERT INTO migrations SELECT '9999_from_the_future.sql', now()" });
      await expect(migrate(rig.warehouse, () => 2)).rejects.toThrow(/newer version.*9999_from_the_future/);
    });
  });
}
