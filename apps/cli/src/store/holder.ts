/** Finds the running Footfall that has an embedded part open, and is therefore the only process that can do the work. */
import { version } from '@footfall/process';
import { findLocalServer, type LocalSocket, socketIn } from '../clients/local-server.ts';
import { CommandError } from '../terminal/command-error.ts';
import { embeddedPaths, type Need, type StoreSettings } from './settings.ts';

/** Resolves to undefined if none of `needs` is embedded, or no Footfall runs on DATA_DIR. */
export async function findHolder(settings: StoreSettings, needs: readonly Need[]): Promise<LocalSocket | undefined> {
  if (embeddedPaths(settings, needs).length === 0) return undefined;
  const running = await findLocalServer(settings);
  if (!running) return undefined;
  if (running.version === version) return socketIn(settings);
  throw new CommandError(
    `the running Footfall must have the version of this command line (${version}), got ${running.version}: restart it`,
  );
}
