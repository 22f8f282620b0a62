/** Lets only requests with the admin token through; the others are limited by client address, counted and logged. */
import { AppError } from '@footfall/errors';
import { bearerCheck, type ClientAddress, consumeAnonymous, overLimit, setRateLimitHeaders } from '@footfall/http';
import type { Limits } from '@footfall/state';
import { Counter, type Logger, type Registry } from '@footfall/process';
import type { RequestHandler } from 'express';
import { createCountedLog } from './counted-log.ts';

const logIntervalMs = 60_000;

interface AdminTokenDeps {
  clientAddress: ClientAddress;
  limits: Limits;
  logger: Logger;
  registry: Registry;
  /** Epoch milliseconds. */
  now: () => number;
}

export interface AdminTokenGuard {
  /** Passes on UNAUTHORIZED, or RATE_LIMIT to a client that is over the limit of requests without a valid key. */
  handler: RequestHandler;
  /** Logs how many were refused since the last line. */
  close(): void;
}

/** The right token is never limited: nobody can lock the operator out by wrong tokens from the same address or behind the same proxy. */
export function guardWithToken(adminToken: string, deps: AdminTokenDeps): AdminTokenGuard {
  const isAuthorized = bearerCheck(adminToken);
  const refusals = new Counter({
    name: 'footfall_query_admin_tokens_refused_total',
    help: 'Requests to the admin API with a wrong token or none.',
    registers: [deps.registry],
  });
  const log = createCountedLog((count) => {
    const requests = count === 1 ? '1 request' : `${count} requests`;
    deps.logger.warn({ count }, `Refused ${requests} to the admin API with a wrong token or none`);
  }, logIntervalMs);

  return {
    async handler(request, response, next) {
      if (isAuthorized(request)) return next();
      refusals.inc();
      log.add();
      const decision = await consumeAnonymous(deps.limits, deps.clientAddress(request));
      setRateLimitHeaders(response, decision);
      if (!decision.allowed) throw overLimit(decision.resetAtMs, deps.now());
      throw new AppError('UNAUTHORIZED', 'The admin token is required: Authorization: Bearer <ADMIN_TOKEN>');
    },
    close: () => log.close(),
  };
}
