/** A lock on a ClickHouse server: a query that runs while its holder is connected. The server refuses a second one with the same ID. */
import type { ClickHouseClient } from '@clickhouse/client';
import { unavailable } from '@footfall/errors';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { readBefore } from './deadline.ts';
import { engineCode, mapServerError } from '../engine-errors.ts';

/** The server's code for a query ID that is in use. */
const alreadyRunning = 216;
/** The interval at which a process checks that it has the lock, and tries again while another one has it. */
const lookMs = 100;
/** The interval at which the server sends a header, so that no proxy in between closes the connection as idle. */
const signOfLifeMs = 60_000;
/** The interval at which the server checks that the holder is still connected: a released lock is free after this time. */
const sleepSeconds = 0.1;

/** Limits for changes that take milliseconds: a client receives its response before its deadline, usually 30 s. */
export const lockLimits = {
  /** The longest wait for the lock. */
  waitMsMax: 20_000,
  /** Deadline of each check that the lock has been acquired. */
  lookMsMax: 10_000,
};

type LockLimits = typeof lockLimits;

/** Runs `work` while no other process holds the lock `id`. Rejects with UNAVAILABLE over a limit, and as soon as the lock is lost. */
export async function withServerLock<Result>(
  client: ClickHouseClient,
  id: string,
  limits: LockLimits,
  work: () => Promise<Result>,
): Promise<Result> {
  const release = new AbortController();
  try {
    const { lost } = await acquire(client, id, limits, release.signal).catch((error: unknown) => {
      throw mapServerError(error);
    });
    return await Promise.race([work(), lost]);
  } finally {
    release.abort();
  }
}

/** Waits for the lock. `lost` rejects when the lock is lost. */
async function acquire(
  client: ClickHouseClient,
  id: string,
  { waitMsMax, lookMsMax }: LockLimits,
  signal: AbortSignal,
): Promise<{ lost: Promise<never> }> {
  const deadlineMs = performance.now() + waitMsMax;
  const pause = async () => {
    if (performance.now() > deadlineMs) {
      throw unavailable('Another process is changing the same data');
    }
    await delay(lookMs);
  };
  for (;;) {
    const holder = randomUUID();
    const held = hold(client, id, holder, signal);
    const refusals: unknown[] = [];
    held.catch((error: unknown) => refusals.push(error));
    while (refusals.length === 0) {
      if (await isHolder(client, id, holder, lookMsMax)) {
        const lost = held.catch((error: unknown) => {
          throw mapServerError(error);
        });
        return { lost };
      }
      await pause();
    }
    if (engineCode(refusals[0]) !== alreadyRunning) throw refusals[0];
    await pause();
  }
}

/** Rejects if the server does not run the query, or when the query ends. */
async function hold(client: ClickHouseClient, id: string, holder: string, signal: AbortSignal): Promise<never> {
  const response = await client.exec({
    query: `SELECT sleepEachRow(${sleepSeconds}) FROM system.numbers FORMAT Null -- held by ${holder}`,
    query_id: id,
    clickhouse_settings: {
      readonly: '1',
      max_block_size: '1',
      max_threads: 1,
      max_execution_time: 0,
      cancel_http_readonly_queries_on_client_close: 1,
      send_progress_in_http_headers: 1,
      http_headers_progress_interval_ms: String(signOfLifeMs),
    },
    abort_signal: signal,
  });
  response.stream.destroy();
  throw unavailable('The store has ended a lock');
}

async function isHolder(client: ClickHouseClient, id: string, holder: string, lookMsMax: number): Promise<boolean> {
  const deadline = AbortSignal.timeout(lookMsMax);
  const response = await client.query({
    query: `SELECT count() AS held FROM system.processes
            WHERE query_id = {id:String} AND position(query, {holder:String}) > 0`,
    query_params: { id, holder },
    format: 'JSONEachRow',
    clickhouse_settings: { output_format_json_quote_64bit_integers: 0 },
    abort_signal: deadline,
  });
  const [row] = await readBefore(
    deadline,
    () => response.close(),
    () => response.json<{ held: number }>(),
  );
  return row?.held === 1;
}
