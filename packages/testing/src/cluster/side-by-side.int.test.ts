/** Two processes of each app, in different time zones, on one set of servers: together they behave like one product. */
import { randomUUID } from 'node:crypto';
import { build, describeWithServers, ownNamespace, type Namespace, responseFrom, until } from '@footfall/test-servers';
import { administer, type Workspace } from '../admin.ts';
import { nothingWrong } from '../kill/checker.ts';
import { differences } from './results.ts';
import { reckon } from './books.ts';
import { Clients } from './clients.ts';
import { type Cluster, startCluster } from './cluster.ts';
import type { Member } from './member.ts';
import { NumberedEvents } from './numbered-events.ts';
import { expectEventually } from '../expect-eventually.ts';
import { peopleSuite } from './people.suite.ts';

let namespace: Namespace;
let cluster: Cluster;

describeWithServers('two processes of each app', ['KAFKA_BROKERS', 'CLICKHOUSE_URL', 'REDIS_URL'], (onServers) => {
  beforeAll(async () => {
    await build();
    namespace = ownNamespace(onServers);
    const { KAFKA_TOPIC = '', CLICKHOUSE_DATABASE = '', REDIS_URL = '' } = namespace.settings;
    const product = { ...onServers, KAFKA_TOPIC, CLICKHOUSE_DATABASE, REDIS_URL };
    cluster = await startCluster({
      product,
      ingests: 2,
      consumers: 2,
      queries: 2,
      // So that each person has a different address, with separate limits.
      environment: { TRUST_PROXY: '1' },
    });
  });

  afterAll(async () => {
    // Before the groups: the broker deletes no group that still has a member.
    await Promise.all(cluster.members.map((member) => member.end()));
    await cluster.stop();
    await namespace.remove();
  });

  it('A19 every event is stored once and every endpoint returns the same from all processes, in any time zone', async () => {
    const { product, ingestUrls, workspace, queries } = cluster;
    const clients = new Clients({ urls: ingestUrls, key: workspace.secretKey, events: new NumberedEvents() }).start();
    await clients.more(500);
    const rows = () => Promise.all(cluster.consumers.map((one) => one.number('footfall_consumer_rows_total')));
    // Each gets partitions, the second one as soon as it has joined the group.
    while ((await rows()).includes(0)) await clients.more(100);
    await clients.finish();
    expect(clients.refusals.filter(({ status }) => status !== 503)).toEqual([]);
    expect(await reckon(product, workspace.workspaceId, clients.acknowledgedIds)).toEqual(nothingWrong);
    const apiUrls = queries.map(({ url }) => url);
    expect(await differences(apiUrls, workspace.secretKey, clients.acknowledged)).toEqual([]);
  });

  it('the events of one visitor are one session, whichever ingest process receives them', async () => {
    const workspace = await cluster.createWorkspace('enterprise');
    const results = await Promise.all(
      Array.from({ length: 60 }, (_, index) => send(cluster.ingestUrls[index % 2], workspace, { visitorId: 'one' })),
    );
    expect(new Set(results)).toEqual(new Set([202]));
    expect(await figures(workspace, 60)).toEqual([
      { pageviews: 60, uniqueVisitors: 1, sessions: 1 },
      { pageviews: 60, uniqueVisitors: 1, sessions: 1 },
    ]);
  });

  it('a visitor without an ID is the same at every ingest process', async () => {
    const workspace = await cluster.createWorkspace('enterprise');
    for (let index = 0; index < 10; index += 1)
      expect(await send(cluster.ingestUrls[index % 2], workspace, { ip: '8.8.8.8' })).toBe(202);
    expect(await figures(workspace, 10)).toEqual([
      { pageviews: 10, uniqueVisitors: 1, sessions: 1 },
      { pageviews: 10, uniqueVisitors: 1, sessions: 1 },
    ]);
  });

  it('an event sent to both ingest processes at once is counted once', async () => {
    const workspace = await cluster.createWorkspace('enterprise');
    const ids = Array.from({ length: 50 }, () => randomUUID());
    const sent = ids.flatMap((id) => cluster.ingestUrls.map((url) => send(url, workspace, { id, visitorId: id })));
    expect(new Set(await Promise.all(sent))).toEqual(new Set([202]));
    expect(await figures(workspace, 50)).toEqual([
      { pageviews: 50, uniqueVisitors: 50, sessions: 50 },
      { pageviews: 50, uniqueVisitors: 50, sessions: 50 },
    ]);
  });

  it('D10 the rate limit of a plan is shared by all query processes', async () => {
    // Retried, because a process that receives no response from Redis on a busy machine counts locally.
    await expectEventually(async () => {
      const { secretKey } = await cluster.createWorkspace('free');
      const urls = Array.from({ length: 101 }, (_, index) => overviewUrl(cluster.queries[index % 2]));
      const statuses = await Promise.all(urls.map(async (url) => (await fetch(url, authorized(secretKey))).status));
      return [200, 429].map((wanted) => statuses.filter((status) => status === wanted).length);
    }, [100, 1]);
  });

  it('D9 a key that is revoked at one process is soon refused by all others, permanently', async () => {
    const { workspaceId } = await cluster.createWorkspace('enterprise');
    const [first, second] = pair(cluster.queries);
    const keys = `/workspaces/${workspaceId}/keys`;
    const { key, keyId } = Object(await administer(first.url, 'POST', keys, { type: 'secret' }));
    const workspace = { workspaceId, publicKey: key, secretKey: key };
    const calls = [
      ...cluster.ingestUrls.map((url) => () => send(url, workspace)),
      ...cluster.queries.map((query) => async () => (await overview(query, key)).status),
    ];
    const statuses = () => Promise.all(calls.map((call) => call()));
    const refusals: number[] = [];
    const taken = async () => {
      const found = await statuses();
      for (const [at, status] of found.entries()) if (status >= 400) refusals[at] ??= status;
      return found.filter((status) => status < 400);
    };
    expect(await statuses()).toEqual([202, 202, 200, 200]);
    await administer(second.url, 'DELETE', `/keys/${keyId}`);
    await expectEventually(taken, []);
    for (let again = 0; again < 20; again += 1) expect(await taken()).toEqual([]);
    // The first refusals: a client that continues with such a key gets 429 in the end.
    expect(refusals).toEqual([401, 401, 401, 401]);
  });

  it('a result that one query process has computed is a cache hit in every other', async () => {
    const [first, second] = pair(cluster.queries);
    const workspace = await cluster.createWorkspace('enterprise');
    // The preceding test sent unknown keys: without a notification from Redis, new ones are then refused for a second.
    await expectEventually(() => send(cluster.ingestUrls[0], workspace), 202);
    await figures(workspace, 1);
    // As above: without Redis for a moment, each computes its result.
    await expectEventually(async () => {
      const request = `?start=${new Date(Date.now() - 3_600_000).toISOString()}`;
      const computed = await overview(first, workspace.secretKey, request);
      const cached = await overview(second, workspace.secretKey, request);
      const isSame = JSON.stringify({ ...computed.body, fromCache: true }) === JSON.stringify(cached.body);
      return [computed.body['fromCache'], cached.body['fromCache'], isSame];
    }, [false, true, true]);
  });

  it('a change by the administration at one process is visible at the other', async () => {
    const [first, second] = pair(cluster.queries);
    const { workspaceId } = await cluster.createWorkspace('pro');
    await administer(first.url, 'PATCH', `/workspaces/${workspaceId}`, { name: 'Renamed' });
    expect(await administer(second.url, 'GET', `/workspaces/${workspaceId}`)).toMatchObject({ name: 'Renamed' });
  });

  describe('people', () => {
    peopleSuite(() => cluster);
  });

  it.each([
    ['ingest', ['bus', 'state', 'warehouse']],
    ['consumer', ['bus', 'warehouse']],
    ['query', ['state', 'warehouse']],
  ])('every %s process reports that %j are available', async (app, dependencies) => {
    for (const member of cluster.members.filter(({ name }) => name.startsWith(app)))
      for (const dependency of dependencies)
        await expectEventually(() => member.number(`footfall_${app}_dependency_up`, { dependency }), 1);
  });

  function pair(members: readonly Member[]): [Member, Member] {
    const [first, second] = members;
    if (!first || !second) throw new Error('there are no two');
    return [first, second];
  }

  /** Sends an event, and returns the status of the response. */
  async function send(url: string | undefined, workspace: Workspace, fields: object = {}): Promise<number> {
    const event = {
      id: randomUUID(),
      type: '$pageview',
      url: 'https://www.example.com/',
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
      ...fields,
    };
    const response = await responseFrom(`${url}/api/v1/events`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${workspace.secretKey}` },
      body: JSON.stringify(event),
    });
    await response.text();
    return response.status;
  }

  function authorized(key: string): RequestInit {
    return { headers: { authorization: `Bearer ${key}` } };
  }

  function overviewUrl(query: Member | undefined, parameters = ''): string {
    return `${query?.url}/api/v1/analytics/overview${parameters}`;
  }

  async function overview(query: Member, key: string, parameters = '') {
    const response = await responseFrom(overviewUrl(query, parameters), authorized(key));
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }

  let requested = 0;
  /** Returns the response of each query process to an uncached query, once there are `expected` pageviews. */
  async function figures(workspace: Workspace, expected: number): Promise<object[]> {
    return Promise.all(
      cluster.queries.map(async (query) => {
        const read = async () => {
          const start = new Date(Date.now() - 86_400_000 - (requested += 1)).toISOString();
          const end = new Date(Date.now() + 60_000).toISOString();
          return (await overview(query, workspace.secretKey, `?start=${start}&end=${end}`)).body;
        };
        let last: Record<string, unknown> = {};
        await until(
          async () => Number((last = await read())['pageviews']) >= expected,
          () => last,
        );
        // Sessions may be read a moment before pageviews are: the result that counts is the one after the first that has all of these.
        const { pageviews, uniqueVisitors, sessions } = await read();
        return { pageviews, uniqueVisitors, sessions };
      }),
    );
  }
});
