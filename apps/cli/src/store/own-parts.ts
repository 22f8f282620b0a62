/** Opens the parts of the store in this process. */
import { readdirSync } from 'node:fs';
import { openBus } from '@footfall/bus';
import type { JobPorts } from '@footfall/consumer/jobs';
import { AppError } from '@footfall/errors';
import { openWarehouse } from '@footfall/warehouse';
import { exists } from '../clients/exists.ts';
import { CommandError } from '../terminal/command-error.ts';
import { embeddedPaths, type Need, type StoreSettings } from './settings.ts';

interface Part {
  close(): Promise<void>;
}

/** Returns the result of `use`; the parts in `needs`, and no others, are open until then. Rejects with a CommandError if the directory has no store, and with a StartError if a part cannot be opened or is in use by another process. */
export async function withParts<Needed extends Need, Result>(
  settings: StoreSettings,
  needs: readonly Needed[],
  use: (ports: Pick<JobPorts, Needed>) => Promise<Result>,
): Promise<Result> {
  requireData(settings, needs);
  const opened: Part[] = [];
  const open = async <Opened extends Part>(opening: () => Promise<Opened>): Promise<Opened> => {
    const part = await opening();
    opened.push(part);
    return part;
  };
  const needed: ReadonlySet<Need> = new Set(needs);
  const ports: Partial<JobPorts> = { eventsReadMax: settings.EVENTS_READ_MAX };
  try {
    if (needed.has('warehouse')) ports.warehouse = await open(() => openWarehouse(settings));
    if (needed.has('bus')) ports.bus = await open(() => openBus(settings, { createsTopics: false }));
    if (!hasAll(ports, needs)) throw new Error(`cannot open ${needs.join(', ')}`);
    return await use(ports);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // An operator may see details that are hidden from callers of the API.
    const cause = error.cause instanceof Error ? `: ${error.cause.message}` : '';
    throw new CommandError(`${error.message}${cause}`);
  } finally {
    // Concurrently, because a part that fails to close must not leave the other one open.
    await Promise.all(opened.map((part) => part.close()));
  }
}

function hasAll<Needed extends Need>(
  ports: Partial<JobPorts>,
  needs: readonly Needed[],
): ports is Partial<JobPorts> & Pick<JobPorts, Needed> {
  return needs.every((need) => ports[need] !== undefined);
}

/** Throws a CommandError if an embedded part does not exist or has no files: opening it would create an empty one. */
export function requireData(settings: StoreSettings, needs: readonly Need[]): void {
  for (const path of embeddedPaths(settings, needs)) {
    if (!exists(path)) throw noData(`there is no ${path}`);
    if (readdirSync(path).length === 0) throw noData(`${path} is empty`);
  }
}

function noData(found: string): CommandError {
  return new CommandError(
    `${found}: set DATA_DIR or the addresses of the servers to the values that Footfall runs with`,
  );
}
