import { drivers } from '../driver/harnesses.fixture.ts';
import { peopleStoreContract } from './people-store.contract.ts';

describe.each(drivers())('on the $driver driver', ({ createHarness }) => {
  peopleStoreContract(createHarness);
});
