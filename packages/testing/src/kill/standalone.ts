/** The product in one process, in a separate data directory, under load. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@footfall/test-servers';
import { Clients, type LoadOptions } from '../cluster/clients.ts';
import { Member } from '../cluster/member.ts';
import { NumberedEvents } from '../cluster/numbered-events.ts';
import { rigFile } from './stored.ts';
import type { Subject } from './subject.ts';

export interface Standalone extends Subject {
  readonly dataDir: string;
  /** The product as delivered, at the port of `writer`: only one of them may run. */
  readonly delivered: Member;
  /** Returns clients that send other events to the same workspace. */
  readonly clients: (options?: Partial<LoadOptions>) => Clients;
  /** Works in any state. */
  remove(): Promise<void>;
}

/** Starts it as delivered, for its first workspace. */
export async function openStandalone(): Promise<Standalone> {
  const dataDir = await mkdtemp(join(tmpdir(), 'footfall-kill-'));
  const [apiPort, port] = [await freePort(), await freePort()];
  const store = { DATA_DIR: dataDir, EVENTS_READ_MAX: '0' };
  const environment = { ...store, API_PORT: String(apiPort), INGEST_PORT: String(port), UV_THREADPOOL_SIZE: '16' };
  const delivered = new Member({ name: 'standalone', file: 'apps/standalone/dist/main.js', port, environment });
  const writer = new Member({ name: 'standalone rig', file: rigFile, port, environment });
  await delivered.start();
  const { secretKey } = JSON.parse(await readFile(join(dataDir, 'credentials.json'), 'utf8')) as { secretKey: string };
  // A light load, because most of the time the product starts.
  const clients = (options: Partial<LoadOptions> = {}) =>
    new Clients({
      urls: [writer.url],
      key: secretKey,
      events: new NumberedEvents(),
      pauseMs: 200,
      ...options,
    }).start();
  await delivered.end();
  const load = clients();
  return {
    dataDir,
    delivered,
    writer,
    store,
    load,
    clients,
    async remove() {
      await load.stop();
      for (const member of [delivered, writer]) if (member.isRunning) await member.kill();
      await rm(dataDir, { recursive: true });
    },
  };
}
