/** Runs a program: starts it, waits for a signal or a fault, closes everything in reverse order, exits. */
import { StartError } from '@footfall/errors';
import { Endings } from './endings.ts';
import type { Logger } from 'pino';

/** The deadline for a graceful shutdown, from the signal on; unfinished work is then cut off. With `hurryMs` and the exit itself it fits into the 30 seconds of the systemd unit and of compose. */
export const drainDeadlineMs = 20_000;
/** The part of it in which each server lets requests in progress finish; stalled clients have less. The rest is for the parts that end after the server. */
export const listenerDrainMs = { ingest: 10_000, consumer: 2_000, query: 15_000, standalone: 10_000 } as const;
/** The time that remains after that deadline, or after a second signal: the engine crashes if the process exits while it runs a statement or is being closed. */
const hurryMs = 6_000;
/** The signals that stop a program. A terminal sends SIGHUP when it is closed. */
const stopSignals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** The hooks through which a program ends. */
export interface Lifetime {
  /** Registers `end` to be called when the program stops; the last one registered ends first. */
  readonly onStop: (name: string, end: () => Promise<void>) => void;
  /** Stops the program with exit status 1, because something essential has failed. */
  readonly fail: (error: unknown) => void;
}

/**
 * Runs `start`, and exits the process when the program is over. SIGTERM, SIGINT or SIGHUP: everything registered with `onStop` ends,
 * status 0; status 1 on a second signal or after `drainDeadlineMs`. A StartError is printed as one line and has its own
 * status; any other fault, an unhandled rejection included, is logged, drained and exits with status 1.
 */
export async function runUntilSignal(
  start: (lifetime: Lifetime) => Promise<void>,
  { logger }: { logger: Logger },
): Promise<void> {
  const endings = new Endings();
  const stop = new Stop(logger, endings);
  const started = start({
    onStop: (name, end) => endings.add(name, end),
    fail: (error) => stop.fail(error),
  }).catch((error: unknown) => stop.fail(error));
  await stop.requested;
  stop.startDeadline();
  await started;
  for (const { name, error } of await endings.run(stop.hurry)) {
    logger.error({ err: error }, `${name} did not shut down cleanly`);
    stop.exitCode ||= 1;
  }
  stop.exit();
}

/** The pending stop of the program, with its exit status. */
class Stop {
  exitCode = 0;
  readonly requested: Promise<void>;
  readonly #logger: Logger;
  readonly #endings: Endings;
  #request: () => void = () => undefined;
  readonly #hurry = new AbortController();
  #isSignaled = false;

  constructor(logger: Logger, endings: Endings) {
    this.#logger = logger;
    this.#endings = endings;
    this.requested = new Promise((resolve) => {
      this.#request = resolve;
    });
    for (const name of stopSignals) process.on(name, () => this.#signal(name));
    process.on('unhandledRejection', (error) => this.fail(error));
    process.on('uncaughtException', (error) => this.fail(error));
  }

  /** Aborts when there is no time left to finish work in progress. */
  get hurry(): AbortSignal {
    return this.#hurry.signal;
  }

  fail(error: unknown): void {
    if (error instanceof StartError) {
      process.stderr.write(`${error.message}\n`);
      this.exitCode ||= error.exitCode;
    } else {
      this.#logger.fatal({ err: error }, 'Stopping after a fault');
      this.exitCode ||= 1;
    }
    this.#request();
  }

  /** Limits the time for everything to end, from now on. */
  startDeadline(): void {
    setTimeout(() => this.#cutShort(this.#describeDelay()), drainDeadlineMs);
  }

  /** Ends the process with the noted status. */
  exit(): void {
    process.exit(this.exitCode);
  }

  #signal(name: string): void {
    if (this.#isSignaled) {
      this.#cutShort(`${name} again: exiting before everything has ended`);
      return;
    }
    this.#isSignaled = true;
    this.#logger.info(`${name}: finishing the work in progress`);
    this.#request();
  }

  #describeDelay(): string {
    const late = this.#endings.running.join(', ') || 'the start';
    return `The shutdown timed out, still running: ${late}. Accepted events are kept, and stored after the next start`;
  }

  /** Ends everything at once, and the process with a failure, without waiting for work in progress. */
  #cutShort(reason: string): void {
    if (this.#hurry.signal.aborted) return;
    this.exitCode ||= 1;
    this.#logger.error(reason);
    setTimeout(() => this.exit(), hurryMs);
    this.#hurry.abort();
  }
}
