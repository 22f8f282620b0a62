/** The log and the metrics of a process. */
import { type Logger, pino, stdSerializers } from 'pino';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { LineWriter } from './line-writer.ts';
import { version } from './version.ts';

export type { Logger };

/** The levels, from few lines to many, then none. */
export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const stdoutFd = 1;

/** Returns a logger that writes JSON lines to `destination`; without one, to stdout, or readable lines if that is a terminal. Errors are logged under `err`. Never pass a key, an address or a query string. */
export function createLogger(name: string, destination?: { write(line: string): void }): Logger {
  const options = { name, serializers: { err: describeError } };
  if (destination) return pino(options, destination);
  return process.stdout.isTTY
    ? pino({ ...options, transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname,name' } } })
    : pino(options, (stdout ??= openStdout()));
}

/** The destination of every log of this process. */
let stdout: LineWriter | undefined;

function openStdout(): LineWriter {
  // By default a full disk is an unhandled error of these streams, which are also written to without the log. Node makes a pipe non-blocking when its stream is first used.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  const writer = new LineWriter(stdoutFd);
  process.on('exit', () => writer.flushSync());
  return writer;
}

/** Omits the stack of an UNAVAILABLE: it is no bug, so its message is enough. */
function describeError(thrown: unknown): unknown {
  if (!(thrown instanceof Error)) return thrown;
  const described = stdSerializers.err(thrown);
  if (!('code' in thrown) || thrown.code !== 'UNAVAILABLE') return described;
  return { type: described.type, message: described.message, code: thrown.code };
}

/** A registry that also reports the version and the process (memory, event loop lag, handles). */
export function createRegistry(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const help = 'The version that runs, as a label; always 1.';
  new Gauge({ name: 'footfall_build_info', help, labelNames: ['version'], registers: [registry] }).set({ version }, 1);
  return registry;
}
