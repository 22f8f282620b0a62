/** The standalone product of a checkout, with separate data: in a temporary directory, and in a separate topic, database and key prefix on servers. */
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ownNamespace } from '@footfall/test-servers';
import { memoryOf } from '@footfall/test-servers/process-figures';
import { startStandalone } from '../standalone-process.mjs';
import { createClient } from './client.mjs';

const removeDeadlineMs = 60_000;
const logLinesShown = 10;

/** Resolves once `root`'s product is ready. `settings` are environment variables; `servers` is empty for the embedded drivers. */
export async function startProduct(root, { settings = {}, servers }) {
  const namespace = ownNamespace(servers);
  const directory = mkdtempSync(join(tmpdir(), 'attacks-'));
  const logPath = join(directory, 'log');
  const log = openSync(logPath, 'w');
  const client = createClient();

  /** Returns the end of the product's log, without its greeting, which contains keys. */
  function lastWords() {
    const lines = readFileSync(logPath, 'utf8').trim().split('\n');
    return lines.filter((line) => line.startsWith('{') || /error|fatal|abort/i.test(line)).slice(-logLinesShown);
  }

  /** Removes all its data. The product must have been stopped. */
  async function remove() {
    client.close();
    rmSync(directory, { recursive: true, force: true });
    await removeNamespace(namespace);
  }

  try {
    const standalone = await startStandalone({
      dataDir: join(directory, 'data'),
      root,
      settings: { ...settings, ...namespace.settings },
      output: [log, log],
    });
    return {
      ...standalone,
      apiUrl: `http://127.0.0.1:${standalone.apiPort}`,
      ingestUrl: `http://127.0.0.1:${standalone.ingestPort}`,
      client,
      /** Returns the resident memory in MiB without the page cache; 0 once the process has ended. */
      anonymousMiB: () => memoryOf(standalone.pid).anonymousBytes / 2 ** 20,
      lastWords,
      remove,
    };
  } catch (error) {
    const words = lastWords();
    await remove();
    throw new Error(`${root} did not start: ${error.message}\n${words.join('\n')}`, { cause: error });
  }
}

/** Kafka keeps a consumer group for some seconds after its member was killed. */
async function removeNamespace(namespace) {
  for (const end = performance.now() + removeDeadlineMs; ; await delay(1_000)) {
    try {
      return await namespace.remove();
    } catch (error) {
      if (performance.now() < end) continue;
      process.stderr.write(`The data of the product on the servers cannot be removed: ${error.message}\n`);
      return undefined;
    }
  }
}
