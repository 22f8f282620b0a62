/** Counts and logs requests with a wrong admin token. There can be thousands a second, so a log line contains the number of an interval. */
import { Counter, type Logger, type Registry } from '@footfall/process';

const logIntervalMs = 60_000;

export interface WrongTokens {
  /** Counts one more. The first is logged at once, the following ones at the end of the interval. */
  add(): void;
  /** Logs the number since the last line. */
  close(): void;
}

/** The timer of the log keeps no process alive. */
export function countWrongTokens(logger: Logger, registry: Registry): WrongTokens {
  const refusals = new Counter({
    name: 'footfall_query_admin_tokens_refused_total',
    help: 'Requests to the admin API with a wrong token.',
    registers: [registry],
  });
  let count = 0;
  let timer: NodeJS.Timeout | undefined;

  const log = () => {
    timer = undefined;
    if (count === 0) return;
    const requests = count === 1 ? '1 request' : `${count} requests`;
    logger.warn({ count }, `Refused ${requests} to the admin API with a wrong token`);
    count = 0;
    timer = setTimeout(log, logIntervalMs);
    timer.unref();
  };

  return {
    add() {
      refusals.inc();
      count += 1;
      if (timer === undefined) log();
    },
    close() {
      clearTimeout(timer);
      log();
      clearTimeout(timer);
    },
  };
}
