/** The embedded driver in a separate directory, for the contract suites. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbedded } from '../embedded/embedded.ts';
import type { Harness } from './harness.fixture.ts';

export async function createEmbeddedHarness(): Promise<Harness> {
  const directory = await mkdtemp(join(tmpdir(), 'footfall-warehouse-'));
  return {
    open: (limits = {}) => openEmbedded({ path: directory, limits }),
    remove: () => rm(directory, { recursive: true }),
  };
}
