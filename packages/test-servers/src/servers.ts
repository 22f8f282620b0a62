/** The servers of this test run: those that its set-up started or found in the settings. */

/** Settings of the product for each server; a missing one means the embedded driver. */
export interface Servers {
  KAFKA_BROKERS?: string;
  CLICKHOUSE_URL?: string;
  REDIS_URL?: string;
}

const names = ['KAFKA_BROKERS', 'CLICKHOUSE_URL', 'REDIS_URL'] as const;

/** Returns the servers of this run; empty without any. Each suite uses its own topic, database and key prefix. */
export function servers(): Servers {
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}

/** The drivers that a suite runs on, for `describe.each`. */
export interface DriverSet {
  drivers: 'embedded' | 'servers';
  servers: Servers;
}

/** Returns the embedded drivers, and the servers as well if this run has all three. */
export function driverSets(): DriverSet[] {
  const embedded: DriverSet = { drivers: 'embedded', servers: {} };
  const found = servers();
  return Object.keys(found).length === names.length ? [embedded, { drivers: 'servers', servers: found }] : [embedded];
}
