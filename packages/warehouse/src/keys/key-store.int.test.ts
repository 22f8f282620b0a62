import { drivers } from '../driver/contract/harnesses.fixture.ts';
import { keyStoreContract } from './key-store.contract.ts';

describe.each(drivers())('on the $driver driver', ({ createHarness }) => {
  keyStoreContract(createHarness);
});
