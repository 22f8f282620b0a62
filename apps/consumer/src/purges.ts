/** Removes data of deleted workspaces that was still in transit when they were deleted: in requests, on the bus or in a rollup batch. */
import type { Logger } from '@footfall/process';
import { hourMs } from '@footfall/schemas';
import { purgeDeletedWorkspaces, type Warehouse } from '@footfall/warehouse';

/** Purges now and every hour, on a timer that keeps no process alive. Returns a function that stops it. */
export function keepPurging(warehouse: Pick<Warehouse, 'read' | 'command'>, logger: Pick<Logger, 'warn'>): () => void {
  const purge = () =>
    void purgeDeletedWorkspaces(warehouse).catch((error: unknown) => {
      logger.warn({ err: error }, 'Deleted workspaces could not be purged, retrying in an hour');
    });
  purge();
  const timer = setInterval(purge, hourMs);
  timer.unref();
  return () => clearInterval(timer);
}
