/** The metrics of the query app. */
import type { ServerResponse } from 'node:http';
import { Counter, Gauge, Histogram, type Registry } from '@footfall/process';

export interface Instruments {
  /** Counts and times the response once it is sent, or the client has disconnected; `endpoint` is a query's name, or `none`. */
  observe(response: ServerResponse, endpoint: string): void;
  cacheLookup(endpoint: string, outcome: 'hit' | 'miss' | 'poisoned'): void;
  /** Sets the number of results that are being computed. */
  running(count: number): void;
}

export function createInstruments(registry: Registry): Instruments {
  const registers = [registry];
  const requests = new Counter({
    name: 'footfall_query_requests_total',
    help: 'Requests under /api/v1 of the query app, by endpoint and status; aborted: the client has disconnected before the end of the response.',
    labelNames: ['endpoint', 'status'],
    registers,
  });
  const seconds = new Histogram({
    name: 'footfall_query_seconds',
    help: 'Time from the start of handling a request to the end of its response.',
    labelNames: ['endpoint'],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10, 30],
    registers,
  });
  const lookups = new Counter({
    name: 'footfall_query_cache_total',
    help: 'Results looked up in the cache; poisoned ones differ from what was stored, and are computed again.',
    labelNames: ['endpoint', 'outcome'],
    registers,
  });
  const running = new Gauge({
    name: 'footfall_query_running',
    help: 'Results being computed, or waiting for the store.',
    registers,
  });
  return {
    observe(response, endpoint) {
      const startedAtMs = performance.now();
      response.once('close', () => {
        requests.inc({ endpoint, status: response.writableFinished ? response.statusCode : 'aborted' });
        seconds.observe({ endpoint }, (performance.now() - startedAtMs) / 1000);
      });
    },
    cacheLookup: (endpoint, outcome) => lookups.inc({ endpoint, outcome }),
    running: (count) => running.set(count),
  };
}
