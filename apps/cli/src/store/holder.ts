/** Finds the running Footfall that has an embedded part open, and therefore has to do the work. */
import { version } from '@footfall/process';
import { findLocalServer, type LocalSocket, socketIn } from '../clients/local-server.ts';
import { CommandError } from '../terminal/command-error.ts';

/** `servers` maps each part to the address of the server that replaces it. Resolves to undefined if no part is embedded, or no Footfall runs on DATA_DIR. */
export async function findHolder(
  settings: { DATA_DIR: string },
  servers: Readonly<Record<string, unknown>>,
): Promise<LocalSocket | undefined> {
  if (Object.values(servers).every((address) => address !== undefined)) return undefined;
  const running = await findLocalServer(settings);
  if (!running) return undefined;
  if (running.version === version) return socketIn(settings);
  throw new CommandError(
    `the running Footfall must have the version of this command line (${version}), got ${running.version}: restart it`,
  );
}
