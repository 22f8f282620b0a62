/** A server of one's own keeps its port and its data through a kill, and stands still while it is frozen. */
import { openProxy } from './proxy.ts';
import { freePort } from './free-port.ts';
import { kinds, type OwnServerOptions, type ServerKind } from './kinds.ts';
import { type OwnServer, ownServer } from './own-server.ts';
import { describeWithDocker } from './suites.ts';

const testTimeoutMs = 180_000;
let server: OwnServer | undefined;

afterEach(() => server?.remove());

interface Case {
  kind: ServerKind;
  options: OwnServerOptions;
  write(server: OwnServer): Promise<string>;
  read(server: OwnServer): Promise<string>;
}

const topics = (...words: string[]) => [
  '/opt/kafka/bin/kafka-topics.sh',
  '--bootstrap-server',
  'localhost:9094',
  ...words,
];
const clickhouse = (sql: string) => ['clickhouse-client', '--user', 'footfall', '--password', 'secret', '--query', sql];
const redis = (...words: string[]) => ['valkey-cli', '-a', 'secret', '--no-auth-warning', ...words];

describeWithDocker("a server of one's own", () => {
  it.each<Case>([
    {
      kind: 'kafka',
      options: { environment: { KAFKA_NUM_PARTITIONS: '3' } },
      write: (own) => own.exec(topics('--create', '--topic', 'kept')),
      read: (own) => own.exec(topics('--describe', '--topic', 'kept')),
    },
    {
      kind: 'clickhouse',
      options: { password: 'secret' },
      write: (own) => own.exec(clickhouse("CREATE TABLE t ENGINE = MergeTree ORDER BY () AS SELECT 'kept'")),
      read: (own) => own.exec(clickhouse('SELECT * FROM t')),
    },
    {
      kind: 'redis',
      options: { password: 'secret', args: ['--appendfsync', 'always'] },
      write: (own) => own.exec(redis('SET', 'a', 'kept')),
      read: (own) => own.exec(redis('GET', 'a')),
    },
  ])(
    '$kind comes back from a kill with its data, and answers nothing while it is frozen',
    async ({ kind, options, write, read }) => {
      server = await ownServer(kind, options);
      const { answers } = kinds[kind];
      await write(server);
      await server.kill();
      expect(await answers(server.port)).toBe(false);
      await server.start();
      expect(await read(server)).toContain('kept');
      await server.freeze();
      expect(await answers(server.port)).toBe(false);
      await server.thaw();
      expect(await answers(server.port)).toBe(true);
    },
    testTimeoutMs,
  );

  it(
    'a server that writes to its disk is frozen each time, though Docker gives up now and then',
    async () => {
      server = await ownServer('redis');
      // Two gigabytes and no more: a disk so slow that one of the four always waits for it comes to an end, too.
      const write = 'for n in 1 2 3 4 5 6 7 8; do dd if=/dev/zero of=/data/$i bs=1M count=64 conv=fsync; done';
      await server.exec(['sh', '-c', `for i in 1 2 3 4; do (${write}) >/dev/null 2>&1 & done`]);
      for (let times = 0; times < 20; times += 1) {
        await server.freeze();
        await server.thaw();
      }
      await server.freeze();
      expect(await kinds.redis.answers(server.port)).toBe(false);
    },
    testTimeoutMs,
  );

  it(
    "Kafka sends its clients to another port when told, such as a proxy's",
    async () => {
      const port = await freePort();
      const proxy = await openProxy(port);
      try {
        server = await ownServer('kafka', { port, advertisedPort: proxy.port });
        expect(server.settings).toEqual({ KAFKA_BROKERS: `127.0.0.1:${proxy.port}` });
        expect(await kinds.kafka.answers(proxy.port)).toBe(true);
        proxy.cut();
        expect(await kinds.kafka.answers(proxy.port)).toBe(false);
      } finally {
        await proxy.close();
      }
    },
    testTimeoutMs,
  );
});
