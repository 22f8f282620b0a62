/** Counts and logs requests with a wrong admin token. */
import { Counter, type Logger, type Registry } from '@footfall/process';
import { createCountedLog } from './counted-log.ts';

const logIntervalMs = 60_000;

export interface WrongTokens {
  add(): void;
  /** Logs the number since the last line. */
  close(): void;
}

export function countWrongTokens(logger: Logger, registry: Registry): WrongTokens {
  const refusals = new Counter({
    name: 'footfall_query_admin_tokens_refused_total',
    help: 'Requests to the admin API with a wrong token.',
    registers: [registry],
  });
  const log = createCountedLog((count) => {
    const requests = count === 1 ? '1 request' : `${count} requests`;
    logger.warn({ count }, `Refused ${requests} to the admin API with a wrong token`);
  }, logIntervalMs);
  return {
    add() {
      refusals.inc();
      log.add();
    },
    close: () => log.close(),
  };
}
