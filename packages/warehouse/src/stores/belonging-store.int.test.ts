import { drivers } from '../driver/contract/harnesses.fixture.ts';
import { annotationStoreContract } from './annotations.contract.ts';
import { goalStoreContract } from './goals.contract.ts';

const kinds = [
  { kind: 'goals', contract: goalStoreContract },
  { kind: 'annotations', contract: annotationStoreContract },
];

describe.each(kinds)('the store of $kind', ({ contract }) => {
  describe.each(drivers())('on the $driver driver', (driver) => {
    contract(driver);
  });
});
