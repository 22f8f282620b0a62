import { drivers } from '../driver/contract/harnesses.fixture.ts';
import { peopleStoreContract } from './people-store.contract.ts';

describe.each(drivers())('on the $driver driver', ({ createHarness }) => {
  peopleStoreContract(createHarness);
});
