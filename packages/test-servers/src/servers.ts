/** Which servers this run of the tests has: those that its set-up started or was given. */

/** Settings of the product that lead to a server; one that is absent means the embedded driver. */
export interface Servers {
  KAFKA_BROKERS?: string;
  CLICKHOUSE_URL?: string;
  REDIS_URL?: string;
}

const names = ['KAFKA_BROKERS', 'CLICKHOUSE_URL', 'REDIS_URL'] as const;

/** The servers of this run; empty without any. A suite keeps apart from others by a topic, a database and a key prefix of its own. */
export function servers(): Servers {
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}

/** The drivers that a suite runs on, for `describe.each`. */
export interface DriverSet {
  drivers: 'embedded' | 'servers';
  servers: Servers;
}

/** The embedded drivers always; the servers as well when this run has all three. */
export function driverSets(): DriverSet[] {
  const embedded: DriverSet = { drivers: 'embedded', servers: {} };
  const found = servers();
  return Object.keys(found).length === names.length ? [embedded, { drivers: 'servers', servers: found }] : [embedded];
}
