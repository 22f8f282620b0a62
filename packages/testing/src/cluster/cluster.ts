/** The product on real servers: several processes of each app on one set of servers. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@footfall/test-servers';
import { adminToken, createWorkspace, type Workspace } from '../admin.ts';
import { Member } from './member.ts';

/** The time zones of the processes, used in turn: no response depends on them. */
const zones = ['America/New_York', 'Asia/Kathmandu'];

/** The settings that lead to the servers, and to the product's data there. */
export interface ProductSettings {
  KAFKA_BROKERS: string;
  KAFKA_TOPIC: string;
  CLICKHOUSE_URL: string;
  CLICKHOUSE_DATABASE: string;
  REDIS_URL: string;
}

interface ClusterOptions {
  product: ProductSettings;
  ingests?: number;
  consumers?: number;
  queries?: number;
  /** Further settings of every process. */
  environment?: Readonly<Record<string, string>>;
  /** The files that run as each app, instead of its `main.ts`: paths from the root. */
  files?: Partial<Files>;
  /** Node's options for each ingest process. */
  ingestNodeOptions?: readonly string[];
}

interface Files {
  ingest: string;
  consumer: string;
  query: string;
}

const mains: Files = {
  ingest: 'apps/ingest/dist/main.js',
  consumer: 'apps/consumer/dist/main.js',
  query: 'apps/query/dist/main.js',
};

export interface Cluster {
  readonly product: ProductSettings;
  readonly ingests: readonly Member[];
  readonly consumers: readonly Member[];
  readonly queries: readonly Member[];
  /** All processes. */
  readonly members: readonly Member[];
  /** A workspace on the Enterprise plan, created at the start. */
  readonly workspace: Workspace;
  /** The URL of every ingest process. */
  readonly ingestUrls: readonly string[];
  createWorkspace(plan: string): Promise<Workspace>;
  /** Kills all processes that are still running. */
  stop(): Promise<void>;
}

/** Starts all processes at once, and creates a workspace. */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const { product, ingests = 1, consumers = 1, queries = 1 } = options;
  const directory = await mkdtemp(join(tmpdir(), 'footfall-cluster-'));
  const shared = { ...product, ...options.environment, DATA_DIR: directory, ADMIN_TOKEN: adminToken };
  const make = (app: keyof Files, portSetting: string, count: number) =>
    Promise.all(
      Array.from({ length: count }, async (_, index) => {
        const port = await freePort();
        return new Member({
          name: `${app} ${index + 1}`,
          file: options.files?.[app] ?? mains[app],
          port,
          environment: { ...shared, [portSetting]: String(port), TZ: zones[index % zones.length] ?? 'UTC' },
          nodeOptions: app === 'ingest' ? (options.ingestNodeOptions ?? []) : [],
        });
      }),
    );
  const byApp = {
    ingests: await make('ingest', 'INGEST_PORT', ingests),
    consumers: await make('consumer', 'CONSUMER_PORT', consumers),
    queries: await make('query', 'API_PORT', queries),
  };
  const members = [...byApp.ingests, ...byApp.consumers, ...byApp.queries];
  await Promise.all(members.map((member) => member.start()));
  const [query] = byApp.queries;
  if (!query) throw new Error('a cluster needs a query process, for its workspace');
  const create = (plan: string) => createWorkspace(query.url, { plan });
  return {
    product,
    ...byApp,
    members,
    workspace: await create('enterprise'),
    ingestUrls: byApp.ingests.map(({ url }) => url),
    createWorkspace: create,
    async stop() {
      await Promise.all(members.map((member) => member.kill()));
      await rm(directory, { recursive: true, force: true });
    },
  };
}
