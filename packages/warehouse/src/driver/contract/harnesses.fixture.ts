/** Every driver of this test run, each with a way to open a separate store. */
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
 * Returns the drivers for `describe.each`: the embedded one, and the one for servers if this run has a server. For contracts, and for
 * differences between drivers. The results of statements are tested on `embedded`, and once on servers by the property test of
 * the whole product.
 */
export function drivers(): Driver[] {
  const { CLICKHOUSE_URL } = servers();
  if (CLICKHOUSE_URL === undefined) return [embedded];
  return [embedded, { driver: 'server', createHarness: () => createServerHarness(CLICKHOUSE_URL) }];
}
