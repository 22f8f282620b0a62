/** The log and the instruments of a process. */
import { pino } from 'pino';
import { collectDefaultMetrics, Registry } from 'prom-client';

export type { Logger } from 'pino';
export { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** JSON lines, or readable ones on a terminal. Never pass a key, an address or a query string. */
export function createLogger(name: string, level = 'info', pretty = process.stdout.isTTY) {
  return pino({
    name,
    level,
    ...(pretty ? { transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname,name' } } } : {}),
  });
}

/** A registry that also reports the process (memory, event loop lag, handles). */
export function createRegistry(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}
