/** Consumers on the ports of a test, and the number of events that they have stored. */
import { createLogger, Registry } from '@footfall/process';
import { type Around, wrapPort } from '@footfall/test-servers';
import type { Warehouse } from '@footfall/warehouse';
import { type Consumer, type ConsumerDeps, createConsumer } from './app.ts';

type Ports = Pick<ConsumerDeps, 'bus' | 'warehouse'>;

/** The parts of a consumer that differ from the usual ones. `around` wraps both ports, see `wrapPort`. */
export type ConsumerOptions = Partial<Omit<ConsumerDeps, keyof Ports>> & { around?: Around | undefined };

/** Returns a consumer, not started yet, that logs nothing. */
export function consumerOn({ bus, warehouse }: Ports, { around, ...deps }: ConsumerOptions = {}): Consumer {
  const wrapped = <Port extends object>(port: Port) => (around ? wrapPort(port, around) : port);
  return createConsumer({
    bus: wrapped(bus),
    warehouse: wrapped(warehouse),
    logger: createLogger('test', { write: () => {} }),
    registry: new Registry(),
    now: Date.now,
    skipsLostRecords: false,
    eventsReadMax: 0,
    ...deps,
  });
}

export interface Stored {
  rows: number;
  positions: number;
  ids: number;
}

/** Resolves with the number of rows, and of different positions and IDs that they have. */
export async function countStored(warehouse: Pick<Warehouse, 'read'>): Promise<Stored> {
  const [counts] = await warehouse.read<Stored>({
    sql: 'SELECT count() AS rows, uniqExact(incarnation, partition, offset) AS positions, uniqExact(workspace_id, id) AS ids FROM events',
  });
  return counts ?? { rows: -1, positions: -1, ids: -1 };
}
