/** Servers that are killed and frozen under the load of two processes of each app: what was acknowledged is stored once, and what can be answered is. */
import { describeWithDocker } from '@footfall/test-servers';
import { build, killAll } from '../child-process.ts';
import { type Findings, nothingWrong } from '../kill/checker.ts';
import type { Endpoint } from '../reference.ts';
import { differences } from './answers.ts';
import { apart } from './apart.ts';
import { reckon } from './books.ts';
import { Clients } from './clients.ts';
import { type Cluster, startCluster } from './cluster.ts';
import type { Member } from './member.ts';
import { NumberedEvents } from './numbered-events.ts';
import { type OwnServers, ownServers } from './own-servers.ts';

const testTimeoutMs = 300_000;
/** Far above what any answer takes with the product's own deadlines, on a busy machine too; without them it would wait for what is frozen, or for good. */
const answerMsMax = 15_000;
const frozenMs = 20_000;

let servers: OwnServers;
let cluster: Cluster;
let clients: Clients;
/** Of a workspace whose events are nobody's concern here. */
let otherKey: string;

describeWithDocker('servers under load', () => {
  beforeAll(async () => {
    await build();
    servers = await ownServers();
    cluster = await startCluster({ product: apart(servers.settings), ingests: 2, consumers: 2, queries: 2 });
    otherKey = (await cluster.createWorkspace('enterprise')).secretKey;
    clients = new Clients({
      urls: cluster.ingestUrls,
      key: cluster.workspace.secretKey,
      events: new NumberedEvents(),
    });
  }, testTimeoutMs);

  beforeEach(async () => {
    clients.refusals.length = 0;
    clients.start();
    await clients.more(200);
  });

  /** What is wrong with what is stored, once everything that was sent is acknowledged. */
  async function settled(): Promise<Findings> {
    await clients.finish();
    return reckon(cluster.product, cluster.workspace.workspaceId, clients.acknowledgedIds);
  }

  afterAll(async () => {
    killAll();
    await servers.remove();
  }, testTimeoutMs);

  describe('the broker', () => {
    it(
      'B1 killed under load costs only answers that say to come again, in time, and nothing when it is back',
      async () => {
        await servers.kafka.kill();
        await clients.refused(503, 8);
        const atMost = clients.acknowledged.length;
        await clients.refused(503, 8);
        expect(clients.acknowledged).toHaveLength(atMost);
        expect(await missing(cluster.ingests)).toEqual([['bus'], ['bus']]);
        await servers.kafka.start();
        await clients.more(500);
        expectRefusals();
        expect(await settled()).toEqual(nothingWrong);
      },
      testTimeoutMs,
    );

    it(
      'B2 frozen under load for 20 seconds costs only answers that say to come again, and what it had taken is counted once',
      async () => {
        await servers.kafka.freeze();
        const thawed = new Promise((resolve) => setTimeout(resolve, frozenMs)).then(() => servers.kafka.thaw());
        await clients.refused(503, 8);
        expect(await missing(cluster.ingests)).toEqual([['bus'], ['bus']]);
        await thawed;
        await clients.more(500);
        expectRefusals();
        expect(await settled()).toEqual(nothingWrong);
      },
      testTimeoutMs,
    );
  });

  describe('ClickHouse', () => {
    it(
      'C1 killed under load leaves ingestion as it was; the lag grows, and all is stored when it is back',
      async () => {
        await servers.clickhouse.kill();
        await clients.more(1_500);
        expect(clients.refusals).toEqual([]);
        expect(await missing(cluster.members)).toEqual(cluster.members.map(() => ['warehouse']));
        for (const { url } of cluster.queries) expect(await statusOf(`${url}/healthz`)).toBe(200);
        await servers.clickhouse.start();
        expect(await settled()).toEqual(nothingWrong);
      },
      testTimeoutMs,
    );
  });

  describe('Redis', () => {
    it(
      'D1 frozen leaves every answer of the API, computed and in time, and every event that says whose it is',
      async () => {
        await servers.redis.freeze();
        for (const { url } of cluster.queries) {
          for (const endpoint of ['overview', 'pages', 'overview'] as const) {
            const answer = await answerOf(url, endpoint);
            expect(answer).toMatchObject({ status: 200, fromCache: false });
          }
        }
        await clients.more(300);
        expect(clients.refusals).toEqual([]);
        for (const url of cluster.ingestUrls) {
          expect(await sendUnplaced(url)).toMatchObject({ status: 503, retryAfter: expect.stringMatching(/^\d+$/) });
        }
        expect(await missing([...cluster.ingests, ...cluster.queries])).toEqual([
          ['state'],
          ['state'],
          ['state'],
          ['state'],
        ]);
        await servers.redis.thaw();
        await untilReady();
        for (const url of cluster.ingestUrls) expect(await sendUnplaced(url)).toMatchObject({ status: 202 });
        expect(await settled()).toEqual(nothingWrong);
      },
      testTimeoutMs,
    );

    it(
      'D2 killed and started again is missed by nobody who asks, and used again without a restart',
      async () => {
        const [query] = cluster.queries;
        if (!query) throw new Error('there is no query process');
        await servers.redis.kill();
        for (let again = 0; again < 20; again += 1) {
          expect(await answerOf(query.url, 'overview')).toMatchObject({
            status: 200,
            fromCache: false,
          });
        }
        await servers.redis.start();
        await untilReady();
        // Not at once: a process that has no time for Redis' answer counts it as away for a moment.
        while ((await answerOf(query.url, 'geo')).fromCache !== true);
        expect(clients.refusals).toEqual([]);
        expect(await settled()).toEqual(nothingWrong);
      },
      testTimeoutMs,
    );
  });

  describe('the processes', () => {
    it(
      'B4 killed and ended under load, one after the other, cost nothing that was acknowledged',
      async () => {
        for (const [round, member] of [...cluster.consumers, ...cluster.ingests, ...cluster.consumers].entries()) {
          const end = round % 2 === 0 ? await member.kill() : await member.end();
          expect(end).toBe(round % 2 === 0 ? 'SIGKILL' : 0);
          await clients.more(100);
          await member.start();
        }
        const unexpected = clients.refusals.filter(({ status }) => status !== 0 && status !== 503);
        expect(unexpected).toEqual([]);
        expect(await settled()).toEqual(nothingWrong);
      },
      testTimeoutMs,
    );

    it(
      'answer every endpoint as the reference does, after all of it',
      async () => {
        await clients.finish();
        expect(await reckon(cluster.product, cluster.workspace.workspaceId, clients.acknowledgedIds)).toEqual(
          nothingWrong,
        );
        const apiUrls = cluster.queries.map(({ url }) => url);
        expect(await differences(apiUrls, cluster.workspace.secretKey, clients.acknowledged)).toEqual([]);
      },
      testTimeoutMs,
    );
  });

  /** Every refusal came in time and said when to come again. */
  function expectRefusals(): void {
    for (const refusal of clients.refusals)
      expect(refusal).toMatchObject({ status: 503, retryAfter: expect.stringMatching(/^\d+$/) });
  }

  /** What each of them says it misses. */
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

  /** An answer to a question about today. */
  async function answerOf(url: string, endpoint: Endpoint): Promise<{ status: number; fromCache: unknown }> {
    const response = await fetch(`${url}/api/v1/analytics/${endpoint}`, {
      headers: { authorization: `Bearer ${cluster.workspace.secretKey}` },
      signal: AbortSignal.timeout(answerMsMax),
    });
    const { fromCache } = (await response.json()) as { fromCache: unknown };
    return { status: response.status, fromCache };
  }

  /** Sends an event that only the state can place. */
  async function sendUnplaced(url: string): Promise<{ status: number; retryAfter: string | null }> {
    const response = await fetch(`${url}/api/v1/events`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${otherKey}` },
      body: JSON.stringify({ type: 'signup', userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Firefox/128.0' }),
      signal: AbortSignal.timeout(answerMsMax),
    });
    await response.body?.cancel();
    return { status: response.status, retryAfter: response.headers.get('retry-after') };
  }
});
