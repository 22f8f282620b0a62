import { drivers } from '../driver/harnesses.fixture.ts';
import { goalStoreContract } from './goal-store.contract.ts';

describe.each(drivers())('on the $driver driver', ({ createHarness }) => {
  goalStoreContract(createHarness);
});
