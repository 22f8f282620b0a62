/** The consumer's metrics. */
import { Counter, Gauge, Histogram, type Registry } from '@footfall/process';

export function createInstruments(registry: Registry) {
  const registers = [registry];
  return {
    rows: new Counter({ name: 'footfall_consumer_rows_total', help: 'Events inserted into the warehouse', registers }),
    duplicates: new Counter({
      name: 'footfall_consumer_duplicates_total',
      help: 'Duplicates of events that were dropped',
      registers,
    }),
    deadLetters: new Counter({
      name: 'footfall_consumer_dead_letters_total',
      help: 'Records that can never be inserted, kept with their reason',
      registers,
    }),
    retries: new Counter({
      name: 'footfall_consumer_retries_total',
      help: 'Attempts that failed and were retried',
      labelNames: ['step'],
      registers,
    }),
    batchRows: new Histogram({
      name: 'footfall_consumer_batch_rows',
      help: 'Events in one insert',
      buckets: [1, 10, 100, 500, 1_000, 2_500, 5_000, 10_000],
      registers,
    }),
    insertSeconds: new Histogram({
      name: 'footfall_consumer_insert_seconds',
      help: 'Time of one insert',
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers,
    }),
    freshnessSeconds: new Histogram({
      name: 'footfall_consumer_freshness_seconds',
      help: 'Time from the arrival of an event until it is stored, for the oldest event of each batch',
      buckets: [0.1, 0.25, 0.5, 1, 2, 5, 15, 60, 300],
      registers,
    }),
    rolledUp: new Counter({
      name: 'footfall_consumer_rolled_up_total',
      help: 'Offsets of events that were rolled up',
      registers,
    }),
    rollupSeconds: new Histogram({
      name: 'footfall_consumer_rollup_seconds',
      help: 'Time of one rollup batch',
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers,
    }),
    rollupLag: new Gauge({
      name: 'footfall_consumer_rollup_lag_events',
      help: 'Offsets of stored events that the last rollup batch left for the next',
      registers,
    }),
    partitionsHeld: new Gauge({
      name: 'footfall_consumer_partitions_held',
      help: 'Partitions that are assigned to this process',
      registers,
    }),
    partitionsStopped: new Gauge({
      name: 'footfall_consumer_partitions_stopped',
      help: 'Assigned partitions that this process cannot consume: the log has the reason',
      registers,
    }),
    partitionsTaken: new Counter({
      name: 'footfall_consumer_partitions_taken_total',
      help: 'Partitions that were assigned to this process, at the start and by every rebalance',
      registers,
    }),
  };
}

export type Instruments = ReturnType<typeof createInstruments>;
