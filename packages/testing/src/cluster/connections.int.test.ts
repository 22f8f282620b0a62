/** Connections that are cut, reset and delayed between the processes and their servers: what was acknowledged is stored once. */
import { describeWithDocker, freePort, openProxy, ownServer, type OwnServer, type Proxy } from '@footfall/test-servers';
import { build, killAll } from '../child-process.ts';
import { nothingWrong } from '../kill/checker.ts';
import { apart } from './apart.ts';
import { reckon } from './books.ts';
import { Clients } from './clients.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { NumberedEvents } from './numbered-events.ts';
import { settingsOf } from './own-servers.ts';

jest.setTimeout(900_000);

/** Longer than the product waits for an insert: it gives up an answer that comes all the same. */
const answerDelayMs = 31_000;

let servers: OwnServer[] = [];
let proxies: { kafka: Proxy; clickhouse: Proxy };
let cluster: Cluster;
let clients: Clients;

describeWithDocker('connections under load', () => {
  beforeAll(async () => {
    await build();
    const kafkaPort = await freePort();
    const kafkaProxy = await openProxy(kafkaPort);
    const [kafka, clickhouse, redis] = await Promise.all([
      ownServer('kafka', { port: kafkaPort, advertisedPort: kafkaProxy.port }),
      ownServer('clickhouse'),
      ownServer('redis'),
    ]);
    servers = [kafka, clickhouse, redis];
    proxies = { kafka: kafkaProxy, clickhouse: await openProxy(clickhouse.port) };
    const product = apart(settingsOf(kafka, clickhouse, redis));
    const proxied = new URL(product.CLICKHOUSE_URL);
    proxied.port = String(proxies.clickhouse.port);
    cluster = await startCluster({ product: { ...product, CLICKHOUSE_URL: proxied.href }, ingests: 2, consumers: 2 });
    clients = new Clients({
      urls: cluster.ingestUrls,
      key: cluster.workspace.secretKey,
      events: new NumberedEvents(),
    });
  });

  beforeEach(async () => {
    clients.start();
    await clients.more(200);
  });

  /** What is wrong with what is stored, and what was answered but 202 and 503, once everything that was sent is acknowledged. */
  async function settled() {
    await clients.finish();
    return {
      ...(await reckon(cluster.product, cluster.workspace.workspaceId, clients.acknowledgedIds)),
      unexpected: clients.refusals.filter(({ status }) => status !== 503),
    };
  }

  // What a test that failed has left behind.
  afterEach(async () => {
    proxies.kafka.heal();
    proxies.clickhouse.heal();
    await clients.finish();
  });

  afterAll(async () => {
    killAll();
    await Promise.all([...servers.map((server) => server.remove()), proxies.kafka.close(), proxies.clickhouse.close()]);
  });

  it('B3 the broker’s connections cut again and again, after requests were sent, cost no event and double none', async () => {
    for (let cut = 0; cut < 3; cut += 1) {
      // What is sent now comes to the broker, and its answer to nobody.
      proxies.kafka.stall('answers');
      await clients.refused(503);
      proxies.kafka.reset();
      proxies.kafka.heal();
      await clients.more(100);
    }
    expect(await settled()).toEqual({ ...nothingWrong, unexpected: [] });
  });

  it('C2 ClickHouse’s connections reset under inserts cost no event and double none', async () => {
    for (let reset = 0; reset < 20; reset += 1) {
      proxies.clickhouse.reset();
      await clients.more(30);
    }
    expect(await settled()).toEqual({ ...nothingWrong, unexpected: [] });
  });

  it('C3 answers of ClickHouse that come too late cost no event and double none', async () => {
    proxies.clickhouse.stall('answers');
    const healed = new Promise((resolve) => setTimeout(resolve, answerDelayMs)).then(() => proxies.clickhouse.heal());
    await clients.more(300);
    await healed;
    expect(await settled()).toEqual({ ...nothingWrong, unexpected: [] });
  });
});
