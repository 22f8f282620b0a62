import { drivers } from '../driver/harnesses.fixture.ts';
import { annotationStoreContract } from './annotation-store.contract.ts';

describe.each(drivers())('on the $driver driver', ({ createHarness }) => {
  annotationStoreContract(createHarness);
});
