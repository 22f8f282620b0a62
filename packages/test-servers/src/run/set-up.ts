/** Sets up a test run: uses the servers that its settings name, otherwise servers in Docker, otherwise none, and prints one line about them. */
import { randomUUID } from 'node:crypto';
import { dockerVariable, runVariable } from '../environment.ts';
import { type ServerKind, kinds } from '../kinds.ts';
import { ownServer } from '../own-server.ts';
import { servers } from '../servers.ts';
import { groupsLoaded } from './groups-loaded.ts';
import { startSweeper } from './sweeper.ts';
import { makeTemporaryDirectory } from './temporary-directory.ts';

export default async function setUp(): Promise<void> {
  const hasDocker = await dockerResponds();
  const run = randomUUID();
  process.env[runVariable] = run;
  process.env[dockerVariable] = String(hasDocker);
  const directory = makeTemporaryDirectory();
  process.env['TMPDIR'] = directory;
  startSweeper(directory, hasDocker ? run : undefined);
  say(await findServers(hasDocker));
}

/** Sets the missing settings. Returns a sentence that describes the servers. */
async function findServers(hasDocker: boolean): Promise<string> {
  const given = Object.keys(servers());
  const missing = kindsMissing();
  if (missing.length === 0) return `on the embedded drivers and on the servers of ${given.join(', ')}`;
  if (hasDocker) {
    const startedAt = performance.now();
    const started = await Promise.all(missing.map((kind) => ownServer(kind)));
    for (const { settings } of started) {
      Object.assign(process.env, settings);
      if (settings.KAFKA_BROKERS !== undefined) await groupsLoaded(settings.KAFKA_BROKERS);
    }
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
    return `on the embedded drivers and on servers in Docker (${missing.join(', ')}, started in ${seconds} s)`;
  }
  const only = given.length === 0 ? '' : ` and on ${given.join(', ')}`;
  return `on the embedded drivers${only} only: there is no Docker for ${missing.join(', ')}`;
}

function kindsMissing(): ServerKind[] {
  const given = servers();
  return (['kafka', 'clickhouse', 'redis'] as const).filter((kind) => {
    const [setting] = Object.keys(kinds[kind].settings(0));
    return setting === undefined || !(setting in given);
  });
}

async function dockerResponds(): Promise<boolean> {
  const { getContainerRuntimeClient } = await import('testcontainers');
  return getContainerRuntimeClient().then(
    () => true,
    () => false,
  );
}

function say(sentence: string): void {
  process.stderr.write(`Tests run ${sentence}.\n`);
}
