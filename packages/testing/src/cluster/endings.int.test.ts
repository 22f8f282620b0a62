/** The end of each process under load, by a signal, a fault or a lack of memory: no acknowledged event is lost or counted twice. */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type ClientRequest, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { build, describeWithDocker, responseFrom } from '@footfall/test-servers';
import { killAll } from '../child-process.ts';
import { nothingWrong } from '../kill/checker.ts';
import { startEarlyFront } from '../kill/early-front.ts';
import { endTwice, itEnds } from '../kill/endings.suite.ts';
import type { Subject } from '../kill/subject.ts';
import { reckon, reckonNow } from './books.ts';
import { Clients, type LoadOptions } from './clients.ts';
import { type Cluster, startCluster } from './cluster.ts';
import type { Member } from './member.ts';
import { NumberedEvents } from './numbered-events.ts';
import { type OwnServers, ownServers } from './own-servers.ts';
import { expectEventually } from '../expect-eventually.ts';

const consumerRig = 'packages/testing/dist/cluster/consumer-rig.js';
const ingestRig = 'packages/testing/dist/cluster/ingest-rig.js';
const mebibyte = 1024 * 1024;
/** The heap of the process that is short of memory: little more than it needs to start. */
const heapMebibytes = 160;
/** The limit of its resident memory, including code, stacks and buffers. */
const residentMebibytesMax = 512;

// Rollups are computed even for few events.
const environment = { EVENTS_READ_MAX: '0' };

/** The end of a process's log, enough for some twenty lines. */
const logOf = ({ name, isRunning, child }: Member) =>
  `${name} ${isRunning ? 'runs' : 'has ended'}: ${child.output().slice(-6_000)}`;

let servers: OwnServers;
let cluster: Cluster;

describeWithDocker('processes under load', () => {
  beforeAll(async () => {
    await build();
    servers = await ownServers();
    cluster = await startCluster({
      product: servers.settings,
      files: { consumer: consumerRig, ingest: ingestRig },
      environment,
    });
  });

  afterAll(async () => {
    killAll();
    await servers.remove();
  });

  /** Creates a separate workspace, under load. */
  async function start(running: Cluster = cluster) {
    const [ingest] = running.ingests;
    const [query] = running.queries;
    if (!ingest || !query) throw new Error('a process is missing');
    const { secretKey, workspaceId } = await running.createWorkspace('enterprise');
    // A light load, because most of the time each test waits.
    const light = { urls: running.ingestUrls, key: secretKey, events: new NumberedEvents(), pauseMs: 200 };
    const load = (wishes: Partial<LoadOptions> = {}) => new Clients({ ...light, ...wishes }).start();
    const lostNow = async (acknowledged: ReadonlySet<string>) =>
      (await reckonNow(running.product, workspaceId, acknowledged)).lost;
    /** The logs of the processes explain what is missing. */
    const expectExact = async ({ acknowledgedIds }: Clients) => {
      const found = await reckon(running.product, workspaceId, acknowledgedIds);
      const logs = isDeepStrictEqual(found, nothingWrong) ? [] : cluster.members.map(logOf);
      expect({ found, logs }).toEqual({ found: nothingWrong, logs: [] });
    };
    return { ingest, query, members: running.members, secretKey, load, lostNow, expectExact };
  }

  // First, while nothing else is stored.
  describe('the consumer', () => {
    let subject: Subject;
    let dataDir: string;
    beforeAll(async () => {
      const [consumer] = cluster.consumers;
      if (!consumer) throw new Error('the consumer is missing');
      const { load } = await start();
      dataDir = await mkdtemp(join(tmpdir(), 'footfall-endings-'));
      subject = { writer: consumer, load: load(), store: { ...cluster.product, ...environment, DATA_DIR: dataDir } };
    });
    afterAll(async () => {
      await subject.load.stop();
      await rm(dataDir, { recursive: true });
    });

    itEnds('servers', () => subject);
  });

  describe('any process', () => {
    beforeAll(recover);
    afterEach(recover);

    it('A8 each process exits with 0 at SIGTERM under load, and every acknowledged event is stored', async () => {
      const { members, load, expectExact } = await start();
      const clients = load();
      for (const member of members) {
        await clients.more(200);
        expect([member.name, await member.end()]).toEqual([member.name, 0]);
        await member.start();
      }
      await clients.finish();
      await expectExact(clients);
    });

    describe('A9', () => {
      it('A9 an ingest process exits with 1 at a second SIGTERM with requests in progress, and acknowledged events are stored', async () => {
        const { ingest, secretKey, load, expectExact } = await start();
        const clients = load();
        await clients.more(200);
        await servers.kafka.freeze();
        await clients.refused(503);
        const arriving = await startRequest(ingest, secretKey);
        expect(await endTwice(ingest)).toBe(1);
        arriving.destroy();
        await servers.kafka.thaw();
        await ingest.start();
        await clients.finish();
        await expectExact(clients);
      });

      it('A9 a query process exits with 1 at a second SIGTERM with a request in progress', async () => {
        const { query, secretKey } = await start();
        const read = (endpoint: string) =>
          fetch(`${query.url}/api/v1/analytics/${endpoint}`, { headers: { authorization: `Bearer ${secretKey}` } });
        // The key must be cached, because it cannot be looked up any more.
        expect((await read('overview')).status).toBe(200);
        await servers.clickhouse.freeze();
        const results: Promise<unknown>[] = [];
        // Repeated, because the earlier one may have reached its deadline.
        do results.push(read('pages').catch(() => undefined));
        while ((await query.number('footfall_query_running')) === 0);
        expect(await endTwice(query)).toBe(1);
        await Promise.all(results);
      });

      /** Sends a request whose body never arrives: until it is cut off, the process has a request in progress. Resolves once it has. */
      async function startRequest({ url }: Member, key: string): Promise<ClientRequest> {
        const headers = { 'content-length': 100, authorization: `Bearer ${key}`, expect: '100-continue' };
        const arriving = request(`${url}/api/v1/events`, { method: 'POST', headers });
        arriving.on('error', () => undefined).flushHeaders();
        await once(arriving, 'continue');
        return arriving;
      }
    });

    it('A16 an unhandled rejection of a handler causes one response of 500, is logged, and ends the process in order with 1', async () => {
      const { ingest, secretKey, load, expectExact } = await start();
      const clients = load();
      await clients.more(100);
      const response = await responseFrom(`${ingest.url}/api/v1/events`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${secretKey}` },
        body: JSON.stringify({ type: 'fault' }),
      });
      expect(response.status).toBe(500);
      expect(await ingest.child.ended).toBe(1);
      expect(ingest.child.output()).toContain('unhandled on purpose');
      await ingest.start();
      await clients.finish();
      expect(clients.refusals.filter(({ status }) => status === 500)).toEqual([]);
      await expectExact(clients);
    });

    it('A17 an ingest process with little memory refuses excess events while the broker is stalled, and keeps running', async () => {
      const { product } = cluster;
      const ingestNodeOptions = [`--max-old-space-size=${heapMebibytes}`];
      const small = await startCluster({ product, consumers: 0, ingestNodeOptions });
      const { ingest, load, expectExact } = await start(small);
      await servers.kafka.freeze();
      const clients = load({ clients: 40, batchEvents: 1_000, pauseMs: 50, retryMsMax: 10_000 });
      await clients.refused(503, 60);
      expect(await ingest.child.residentBytes()).toBeLessThan(residentMebibytesMax * mebibyte);
      await servers.kafka.thaw();
      await clients.finish();
      expect(clients.refusals.filter(({ status }) => status !== 503)).toEqual([]);
      await expectExact(clients);
      await small.stop();
    });

    it('A6 the check reports the loss if events are acknowledged before the broker has them', async () => {
      const { ingest, load, lostNow } = await start();
      const honest = load();
      const early = load({ urls: [await startEarlyFront(ingest.url)] });
      await early.more(100);
      await ingest.kill();
      await early.more(100);
      await ingest.start();
      await Promise.all([honest.finish(), early.finish()]);
      const acknowledged = new Set([...honest.acknowledgedIds, ...early.acknowledgedIds]);
      // Acknowledged events are stored in the end.
      await expectEventually(
        async () => (await lostNow(acknowledged)).filter((id) => honest.acknowledgedIds.has(id)),
        [],
      );
      expect(await lostNow(acknowledged)).not.toEqual([]);
    });
  });

  async function recover(): Promise<void> {
    await servers.recover();
    for (const member of cluster.members) if (!member.isRunning) await member.start();
  }
});
