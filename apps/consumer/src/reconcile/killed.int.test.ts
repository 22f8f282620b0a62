/** Repairs that are killed between their steps, and completed by the next one, with the rollups. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { type Breakpoint, type DriverSet, driverSets } from '@footfall/test-servers';
import { verify } from '@footfall/warehouse';
import { rollUp } from '@footfall/warehouse/fixture';
import { events } from '../event.fixture.ts';
import { droppedDuplicates, noDamage, totals } from './findings.fixture.ts';
import { openRig, type Rig } from './rig.fixture.ts';

/** Repairs in a separate process, which is killed at `breakpoint`. */
async function repairUntil(rig: Rig, breakpoint: Breakpoint): Promise<void> {
  await rig.close();
  const file = resolve('apps/consumer/src/reconcile/repair-until-killed.fixture.ts');
  const options = ['--conditions=source', '--import', resolve('scripts/run-source.mjs')];
  const child = spawn(process.execPath, [...options, file, JSON.stringify(rig.settings), JSON.stringify(breakpoint)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [, signal] = await once(child, 'exit');
  await rig.open();
  expect(signal).toBe('SIGKILL');
}

interface Kill {
  done: string;
  damage: 'duplicateOffsets' | 'missing' | 'duplicateIds';
  /** The call after which the process is killed. */
  call: string;
  on?: DriverSet['drivers'];
}

/** The kills. The last one runs on both sets of drivers, because a server continues its work when the process is gone. */
const kills: Kill[] = [
  { done: 'listed', damage: 'duplicateOffsets', call: '^command INSERT INTO reconcile_removals', on: 'embedded' },
  { done: 'removed', damage: 'duplicateOffsets', call: '^command ALTER TABLE events DELETE', on: 'embedded' },
  { done: 'inserted', damage: 'missing', call: '^insert events ', on: 'embedded' },
  { done: 'listed', damage: 'duplicateIds', call: '^insert reconcile_removals ', on: 'embedded' },
  { done: 'removed', damage: 'duplicateIds', call: '^command ALTER TABLE events DELETE' },
];

describe.each(driverSets())('a repair on $drivers', ({ drivers, servers }) => {
  let rig: Rig;
  beforeEach(async () => {
    rig = await openRig(servers);
  });
  afterEach(() => rig.remove());

  const here = kills.filter(({ on = drivers }) => on === drivers);
  it.each(here)('is completed by a second run if it was killed after it had $done $damage rows', async (kill) => {
    const { damage, call } = kill;
    await rig.publish([...events(100), ...events(100)]);
    await rig.store();
    const reference = await rig.rows();
    const duplicates = await droppedDuplicates(rig);
    const rows = [...(await rig.logged()).values()].filter((row) => !duplicates.includes(row));
    await rig.removeRows(rows.slice(0, 10));
    await rig.insertRows([...(damage === 'duplicateIds' ? [] : rows.slice(10, 30)), ...duplicates.slice(40)]);
    await rollUp(rig.warehouse);
    await repairUntil(rig, { moment: 'after', call, pass: 1 });
    expect(totals(await rig.reconcile({ repairs: true }))).toMatchObject({
      isExact: true,
      ...noDamage,
      duplicates: 100,
    });
    expect(await rig.rows()).toEqual(reference);
    // A rebuild begins once no process can still read from the rollups.
    await rollUp(rig.warehouse, { now: () => Date.now() + 60_000 });
    expect(await verify({ warehouse: rig.warehouse, eventsReadMax: 0 })).toMatchObject({
      isExact: true,
      differences: [],
    });
  });
});
