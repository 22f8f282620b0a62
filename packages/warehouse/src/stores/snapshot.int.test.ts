import { hashToken } from '@footfall/auth';
import { describeWithServers, openProxy, type Proxy, until } from '@footfall/test-servers';
import type { ServerAddress } from '../driver/server/connection.ts';
import { Snapshot, snapshotLimits } from './snapshot.ts';
import { createKeyStore, type KeyStore, readIdentities } from './key-store.ts';
import { migrate } from '../schema/migrate.ts';
import type { Warehouse } from '../driver/port.ts';
import { openServer } from '../driver/server/server.ts';
import { dropDatabase, ownDatabase } from '../driver/contract/server-harness.fixture.ts';

describeWithServers('C1 looking up keys while the server is unavailable', ['CLICKHOUSE_URL'], ({ CLICKHOUSE_URL }) => {
  const direct = new URL(CLICKHOUSE_URL);
  let address: ServerAddress;
  let proxy: Proxy;
  /** A store without the proxy, which faults do not affect. */
  let store: KeyStore;
  let warehouse: Warehouse;
  let proxied: Warehouse;

  beforeAll(async () => {
    proxy = await openProxy(Number(direct.port), direct.hostname);
    address = ownDatabase(direct.href);
    warehouse = await openServer(address);
    await migrate(warehouse, Date.now);
    store = createKeyStore(warehouse, Date.now);
    proxied = await openServer({ ...address, url: `http://127.0.0.1:${proxy.port}` }, { readSeconds: 1 });
  });
  afterEach(() => proxy.heal());
  afterAll(async () => {
    await proxied.close();
    await proxy.close();
    await warehouse.close();
    await dropDatabase(address);
  });

  const issue = async () => {
    const { workspaceId } = await store.createWorkspace({ name: 'Tenant' });
    const { key, keyId } = await store.createKey(workspaceId, { type: 'secret' });
    return { keyId, hash: hashToken(key) };
  };
  const faults = [
    ['cut off', () => proxy.cut()],
    ['silent', () => proxy.stall()],
  ] as const;
  /** A snapshot that is stale at once, so that every lookup queries the server. */
  const impatient = {
    ...snapshotLimits,
    refreshAgeMs: 0,
    ageMsMax: 0,
    readIntervalMsMin: 0,
    knownWaitMsMax: 50,
    unknownWaitMsMax: 2_000,
  };
  const createSnapshot = () => {
    const snapshot = new Snapshot(() => readIdentities(proxied), proxied.isShared, impatient);
    return {
      find: async (hash: string) =>
        snapshot.find(({ issued }) => {
          const known = issued.get(hash);
          return known?.isRevoked ? undefined : known?.identity;
        }),
    };
  };

  it.each(faults)(
    'a known key remains valid while the server is %s, and the lookup of an unknown one fails',
    async (_, fault) => {
      const { keyId, hash } = await issue();
      const snapshot = createSnapshot();
      expect(await snapshot.find(hash)).toMatchObject({ keyId });
      fault();
      for (let times = 0; times < 3; times += 1) expect(await snapshot.find(hash)).toMatchObject({ keyId });
      await expect(snapshot.find('0'.repeat(64))).rejects.toMatchObject({ code: 'UNAVAILABLE' });
      expect(await snapshot.find(hash)).toMatchObject({ keyId });
    },
  );

  it('the lookup of a known key does not wait for a silent server', async () => {
    const { keyId, hash } = await issue();
    const snapshot = createSnapshot();
    await snapshot.find(hash);
    proxy.stall();
    const ended: string[] = [];
    const slow = proxied.read({ sql: 'SELECT 1' }).catch(() => ended.push('server'));
    for (let times = 0; times < 100; times += 1) expect(await snapshot.find(hash)).toMatchObject({ keyId });
    ended.push('look-ups');
    await slow;
    expect(ended).toEqual(['look-ups', 'server']);
  });

  it.each(faults)('a change during the outage is known when the server that was %s is back', async (_, fault) => {
    const [kept, revoked] = [await issue(), await issue()];
    const snapshot = createSnapshot();
    await snapshot.find(kept.hash);
    fault();
    await store.revokeKey(revoked.keyId);
    const fresh = await issue();
    expect(await snapshot.find(revoked.hash)).toBeDefined();
    proxy.heal();
    await until(async () => (await snapshot.find(revoked.hash)) === undefined);
    expect(await snapshot.find(kept.hash)).toBeDefined();
    expect(await snapshot.find(fresh.hash)).toBeDefined();
  });
});
