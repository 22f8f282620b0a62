import { drivers } from './harnesses.fixture.ts';
import { warehouseContract } from './warehouse.contract.ts';

describe.each(drivers())('the $driver driver', ({ createHarness }) => {
  warehouseContract(createHarness);
});
