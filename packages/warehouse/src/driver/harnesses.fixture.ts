/** Every driver of this run of the tests, each with a way to open a store of its own. */
import { servers } from '@footfall/test-servers';
import { createEmbeddedHarness } from './embedded-harness.fixture.ts';
import { createServerHarness } from './server-harness.fixture.ts';
import type { Harness } from './harness.fixture.ts';

export interface Driver {
  driver: 'embedded' | 'server';
  createHarness: () => Promise<Harness>;
}

export const embedded: Driver = { driver: 'embedded', createHarness: createEmbeddedHarness };

/**
 * For `describe.each`: the embedded driver, and the server's when this run has a server. For contracts, and for what
 * differs between drivers; what statements answer is tested on `embedded`, and once on servers by the property test of
 * the whole product.
 */
export function drivers(): Driver[] {
  const { CLICKHOUSE_URL } = servers();
  if (CLICKHOUSE_URL === undefined) return [embedded];
  return [embedded, { driver: 'server', createHarness: () => createServerHarness(CLICKHOUSE_URL) }];
}
