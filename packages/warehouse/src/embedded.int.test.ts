import { createEmbeddedHarness } from './embedded-harness.fixture.ts';
import { warehouseContract } from './warehouse.contract.ts';

warehouseContract(createEmbeddedHarness);
