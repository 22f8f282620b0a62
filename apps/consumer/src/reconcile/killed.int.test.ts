/** Repairs that end between their steps, and are completed by the next one. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { type Breakpoint, driverSets, Stopped, stopAt, wrapPort } from '@footfall/test-servers';
import { readRollupsState } from '@footfall/warehouse';
import { events } from '../event.fixture.ts';
import { droppedDuplicates, noDamage, totals } from './findings.fixture.ts';
import { openRig, type Rig } from './rig.fixture.ts';

/** Repairs in a separate process, which is killed at `breakpoint`. */
async function killRepairAt(rig: Rig, breakpoint: Breakpoint): Promise<void> {
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

/** Repairs in this process, up to `breakpoint`. */
async function stopRepairAt(rig: Rig, breakpoint: Breakpoint): Promise<void> {
  const warehouse = wrapPort(rig.warehouse, stopAt(breakpoint));
  await expect(rig.reconcile({ repairs: true, warehouse })).rejects.toThrow(Stopped);
}

interface Interruption {
  done: string;
  damage: 'duplicateOffsets' | 'missing' | 'duplicateIds';
  /** The call after which the repair ends. */
  call: string;
  /** By default only the repair ends, on the embedded drivers. */
  killsProcess?: true;
}

/** The last one is on both sets of drivers, because a server continues its work when the process is gone. */
const interruptions: Interruption[] = [
  { done: 'listed', damage: 'duplicateOffsets', call: '^command INSERT INTO reconcile_removals' },
  { done: 'removed', damage: 'duplicateOffsets', call: '^command ALTER TABLE events DELETE' },
  { done: 'inserted', damage: 'missing', call: '^insert events ' },
  { done: 'listed', damage: 'duplicateIds', call: '^insert reconcile_removals ' },
  { done: 'removed', damage: 'duplicateIds', call: '^command ALTER TABLE events DELETE', killsProcess: true },
];

describe.each(driverSets())('a repair on $drivers', ({ drivers, servers }) => {
  let rig: Rig;
  beforeEach(async () => {
    rig = await openRig(servers);
  });
  afterEach(() => rig.remove());

  const here = interruptions.filter(({ killsProcess }) => killsProcess || drivers === 'embedded');
  it.each(here)('is completed by a second run if it ended after it had $done $damage rows', async (interruption) => {
    const { damage, call, killsProcess } = interruption;
    await rig.publish([...events(100), ...events(100)]);
    await rig.store();
    const reference = await rig.rows();
    const duplicates = await droppedDuplicates(rig);
    const rows = [...(await rig.logged()).values()].filter((row) => !duplicates.includes(row));
    await rig.removeRows(rows.slice(0, 10));
    await rig.insertRows([...(damage === 'duplicateIds' ? [] : rows.slice(10, 30)), ...duplicates.slice(40)]);
    await (killsProcess ? killRepairAt : stopRepairAt)(rig, { moment: 'after', call, pass: 1 });
    expect(totals(await rig.reconcile({ repairs: true }))).toMatchObject({
      isExact: true,
      ...noDamage,
      duplicates: 100,
    });
    expect(await rig.rows()).toEqual(reference);
    // The request to rebuild the rollups is the first batch of this store.
    expect(await readRollupsState(rig.warehouse, Date.now)).toMatchObject({ batch: 1 });
  });
});
