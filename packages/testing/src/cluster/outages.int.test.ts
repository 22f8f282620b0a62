/** Servers that are killed and frozen, and broken connections to the broker, under the load of two processes of each app: acknowledged events are stored once, and every query that can be served is. */
import { setTimeout as pause } from 'node:timers/promises';
import { build, describeWithDocker, freePort, openProxy, type Proxy, responseMsMax } from '@footfall/test-servers';
import { killAll } from '../child-process.ts';
import { type Findings, nothingWrong } from '../kill/checker.ts';
import type { Endpoint } from '../reference.ts';
import { differences } from './results.ts';
import { reckon } from './books.ts';
import { Clients } from './clients.ts';
import { type Cluster, startCluster } from './cluster.ts';
import type { Member } from './member.ts';
import { NumberedEvents } from './numbered-events.ts';
import { type OwnServers, ownServers } from './own-servers.ts';
import { expectEventually } from '../expect-eventually.ts';

const frozenMs = 20_000;
/** The share of requests unrelated to the outage that a busy machine may refuse; if the outage affected them, nearly all would be refused. */
const refusedShareMax = 0.5;
/** A refusal that says when to retry. */
const busy = { status: 503, retryAfter: expect.stringMatching(/^\d+$/) };

interface Result {
  status: number;
  retryAfter: string | null;
  fromCache: unknown;
}

let servers: OwnServers;
/** The proxy between the processes and the broker. */
let proxy: Proxy;
let cluster: Cluster;
let clients: Clients;
/** The key of a workspace whose events are ignored here. */
let otherKey: string;

describeWithDocker('servers under load', () => {
  beforeAll(async () => {
    await build();
    const kafkaPort = await freePort();
    proxy = await openProxy(kafkaPort);
    servers = await ownServers({ kafka: { port: kafkaPort, advertisedPort: proxy.port } });
    cluster = await startCluster({ product: servers.settings, ingests: 2, consumers: 2, queries: 2 });
    otherKey = (await cluster.createWorkspace('enterprise')).secretKey;
    clients = new Clients({
      urls: cluster.ingestUrls,
      key: cluster.workspace.secretKey,
      events: new NumberedEvents(),
      // A light load, because most of the time each test waits.
      pauseMs: 200,
    });
  });

  beforeEach(async () => {
    clients.start();
    await clients.more(200);
  });

  // Cleans up after a failed test.
  afterEach(async () => {
    proxy.heal();
    await servers.recover();
    for (const member of cluster.members) if (!member.isRunning) await member.start();
    await clients.finish();
  });

  /** Returns the differences between sent and stored events, once everything sent is acknowledged. */
  async function settled(): Promise<Findings> {
    await clients.finish();
    return reckon(cluster.product, cluster.workspace.workspaceId, clients.acknowledgedIds);
  }

  afterAll(async () => {
    killAll();
    await Promise.all([servers.remove(), proxy.close()]);
  });

  describe('the broker', () => {
    it('B1 that is killed under load only causes refusals that clients can retry, and no loss', async () => {
      await servers.kafka.kill();
      await clients.responded();
      const atMost = clients.acknowledged.length;
      await clients.refused(503, 8);
      expect(clients.acknowledged).toHaveLength(atMost);
      await expectEventually(() => missing(cluster.ingests), [['bus'], ['bus']]);
      await servers.kafka.start();
      await clients.more(500);
      expectRefusals();
      expect(await settled()).toEqual(nothingWrong);
    });

    it('B2 that is frozen under load for 20 seconds only causes refusals that clients can retry, and events that it had accepted are stored once', async () => {
      await servers.kafka.freeze();
      const frozenLong = pause(frozenMs);
      await clients.refused(503, 8);
      await expectEventually(() => missing(cluster.ingests), [['bus'], ['bus']]);
      await frozenLong;
      await servers.kafka.thaw();
      await clients.more(500);
      expectRefusals();
      expect(await settled()).toEqual(nothingWrong);
    });
  });

  describe('ClickHouse', () => {
    it('C1 that is killed under load does not stop ingestion: the lag grows, and every event is stored when it is back', async () => {
      await servers.clickhouse.kill();
      await clients.more(1_500);
      expectFewRefusals(/The store/);
      await expectEventually(
        () => missing(cluster.members),
        cluster.members.map(() => ['warehouse']),
      );
      for (const { url } of cluster.queries) expect(await statusOf(`${url}/healthz`)).toBe(200);
      await servers.clickhouse.start();
      expect(await settled()).toEqual(nothingWrong);
    });
  });

  describe('Redis', () => {
    it('D1 that is frozen does not prevent results, which are then computed, or events with visitor and session IDs', async () => {
      await servers.redis.freeze();
      await expectComputed(cluster.queries);
      await clients.more(1_000);
      expectFewRefusals(/Sessions|salt/);
      for (const url of cluster.ingestUrls) expect(await sendUnplaced(url)).toMatchObject(busy);
      const stateless = [...cluster.ingests, ...cluster.queries];
      await expectEventually(
        () => missing(stateless),
        stateless.map(() => ['state']),
      );
      await servers.redis.thaw();
      await untilReady();
      for (const url of cluster.ingestUrls) await expectEventually(async () => (await sendUnplaced(url)).status, 202);
      expect(await settled()).toEqual(nothingWrong);
    });

    it('D2 that is killed and started again does not prevent results or events, and is used again without a restart of apps', async () => {
      await servers.redis.kill();
      await expectComputed(cluster.queries);
      await clients.more(1_000);
      await servers.redis.start();
      await untilReady();
      // Retried, because a process that is too busy for Redis' response briefly considers it unavailable.
      for (const { url } of cluster.queries)
        await expectEventually(async () => (await resultOf(url, 'geo')).fromCache, true);
      expectFewRefusals(/Sessions|salt/);
      expect(await settled()).toEqual(nothingWrong);
    });
  });

  describe('connections', () => {
    it('B3 to the broker that are cut repeatedly after requests were sent lose and duplicate no event', async () => {
      for (let cut = 0; cut < 3; cut += 1) {
        // Events sent now reach the broker, but its responses are lost.
        proxy.stall('responses');
        await clients.refused(503);
        proxy.reset();
        proxy.heal();
        await clients.more(100);
      }
      expect(await settled()).toEqual(nothingWrong);
      expectRefusals();
    });
  });

  describe('the processes', () => {
    it('B4 lose no acknowledged event if they are killed and stopped under load, one after the other', async () => {
      for (const [round, member] of [...cluster.consumers, ...cluster.ingests].entries()) {
        const end = round % 2 === 0 ? await member.kill() : await member.end();
        expect(end).toBe(round % 2 === 0 ? 'SIGKILL' : 0);
        await clients.more(100);
        await member.start();
      }
      const unexpected = clients.refusals.filter(({ status }) => status !== 0 && status !== 503);
      expect(unexpected).toEqual([]);
      expect(await settled()).toEqual(nothingWrong);
    });

    it('return what the reference returns from every endpoint afterwards', async () => {
      await clients.finish();
      expect(await reckon(cluster.product, cluster.workspace.workspaceId, clients.acknowledgedIds)).toEqual(
        nothingWrong,
      );
      const apiUrls = cluster.queries.map(({ url }) => url);
      expect(await differences(apiUrls, cluster.workspace.secretKey, clients.acknowledged)).toEqual([]);
    });
  });

  /** Expects that every refusal arrived before the client's deadline and said when to retry. */
  function expectRefusals(): void {
    for (const refusal of clients.refusals) expect(refusal).toMatchObject(busy);
  }

  /** Expects that no request was refused because of the outage, whose refusals contain `reason`. */
  function expectFewRefusals(reason: RegExp): void {
    expectRefusals();
    expect(clients.refusals.filter(({ text }) => reason.test(text))).toEqual([]);
    expect(clients.refusedShare).toBeLessThan(refusedShareMax);
  }

  /** Expects that each of them responds without a cache. */
  async function expectComputed(queries: readonly Member[]): Promise<void> {
    const results: Result[] = [];
    for (const { url } of queries)
      for (let again = 0; again < 10; again += 1)
        results.push(await resultOf(url, again % 2 === 0 ? 'overview' : 'pages'));
    const refused = results.filter(({ status }) => status === 503);
    for (const result of refused) expect(result).toMatchObject(busy);
    expect(refused.length / results.length).toBeLessThan(refusedShareMax);
    for (const result of results.filter((one) => !refused.includes(one)))
      expect(result).toMatchObject({ status: 200, fromCache: false });
  }

  /** Returns the dependencies that each of them reports as missing. */
  async function missing(members: readonly Member[]): Promise<unknown[]> {
    return Promise.all(
      members.map(async ({ url }) => {
        const response = await fetch(`${url}/readyz`);
        return ((await response.json()) as { missing: unknown }).missing;
      }),
    );
  }

  async function untilReady(): Promise<void> {
    await Promise.all(cluster.members.map((member) => member.ready()));
  }

  async function statusOf(url: string): Promise<number> {
    const response = await fetch(url);
    await response.body?.cancel();
    return response.status;
  }

  /** Returns the response to a query about today. */
  async function resultOf(url: string, endpoint: Endpoint): Promise<Result> {
    const response = await fetch(`${url}/api/v1/analytics/${endpoint}`, {
      headers: { authorization: `Bearer ${cluster.workspace.secretKey}` },
      signal: AbortSignal.timeout(responseMsMax),
    });
    const { fromCache } = (await response.json()) as { fromCache: unknown };
    return { status: response.status, retryAfter: response.headers.get('retry-after'), fromCache };
  }

  /** Sends an event that only the state can assign to a session. */
  async function sendUnplaced(url: string): Promise<{ status: number; retryAfter: string | null }> {
    const response = await fetch(`${url}/api/v1/events`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${otherKey}` },
      body: JSON.stringify({ type: 'signup', userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Firefox/128.0' }),
      signal: AbortSignal.timeout(responseMsMax),
    });
    await response.body?.cancel();
    return { status: response.status, retryAfter: response.headers.get('retry-after') };
  }
});
