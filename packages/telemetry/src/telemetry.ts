/** The log and the instruments of a process. */
import { pino } from 'pino';
import { collectDefaultMetrics, Registry } from 'prom-client';

export type { Logger } from 'pino';
export { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** JSON lines to `destination`, stdout unless given, or readable ones on a terminal. Never pass a key, an address or a query string. */
export function createLogger(
  name: string,
  level = 'info',
  pretty = process.stdout.isTTY,
  destination?: { write(line: string): void },
) {
  const options = { name, level };
  if (destination) return pino(options, destination);
  return pretty
    ? pino({ ...options, transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname,name' } } })
    : pino(options);
}

/** A registry that also reports the process (memory, event loop lag, handles). */
export function createRegistry(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}
