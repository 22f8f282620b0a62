import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbedded } from './embedded.ts';
import { warehouseContract } from './warehouse.contract.ts';

warehouseContract(async () => {
  const directory = await mkdtemp(join(tmpdir(), 'footfall-warehouse-'));
  return {
    open: (limits = {}) => openEmbedded({ path: directory, limits }),
    remove: () => rm(directory, { recursive: true }),
  };
});
