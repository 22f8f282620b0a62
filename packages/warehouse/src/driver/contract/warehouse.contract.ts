/** The promises of every driver of the warehouse, as tests: a driver's own test file calls this with a way to open it. */
import type { Harness } from './harness.fixture.ts';
import { insertingContract } from './inserting.contract.ts';
import { migratingContract } from './migrating.contract.ts';
import { readingContract } from './reading.contract.ts';
import { DriverRig } from './driver-rig.fixture.ts';
import { takingTurnsContract } from './taking-turns.contract.ts';

/** Registers the suite. */
export function warehouseContract(createHarness: () => Promise<Harness>): void {
  const rig = new DriverRig(createHarness);
  afterAll(() => rig.remove());

  readingContract(rig);
  insertingContract(rig);
  takingTurnsContract(rig);
  migratingContract(rig);
}
