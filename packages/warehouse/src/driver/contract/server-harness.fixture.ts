/** The server driver in a separate database, for tests. */
import { randomUUID } from 'node:crypto';
import { serverAddress } from '../../config.ts';
import type { ServerAddress } from '../server/connection.ts';
import { openServer } from '../server/server.ts';
import type { Harness } from './harness.fixture.ts';

/** A database that no other test uses, on the server at `url`; opening it creates it. */
export function ownDatabase(url: string): ServerAddress {
  const database = `test_${randomUUID().replaceAll('-', '')}`;
  const address = serverAddress({ DATA_DIR: '', CLICKHOUSE_URL: url, CLICKHOUSE_DATABASE: database });
  if (!address) throw new Error('There is no server');
  return address;
}

export async function dropDatabase(address: ServerAddress): Promise<void> {
  const warehouse = await openServer(address);
  await warehouse.command({ sql: `DROP DATABASE ${address.database} SYNC` });
  await warehouse.close();
}

/** Opens a database of the server at `url`. */
export async function createServerHarness(url: string): Promise<Harness> {
  const address = ownDatabase(url);
  return {
    open: (limits = {}) => openServer(address, limits),
    remove: () => dropDatabase(address),
  };
}
