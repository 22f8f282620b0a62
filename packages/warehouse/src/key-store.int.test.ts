import { createEmbeddedHarness } from './embedded-harness.fixture.ts';
import { keyStoreContract } from './key-store.contract.ts';

keyStoreContract(createEmbeddedHarness);
