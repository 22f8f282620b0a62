/** The metrics of the ingest app. */
import { Counter, Gauge, Histogram, type Registry } from '@footfall/process';
import type { Admission } from '../admission/admission.ts';
import { stepSeconds } from '../pipeline/step-times.ts';

export function createInstruments(registry: Registry, admission: Admission) {
  const registers = [registry];
  watch(
    registers,
    'footfall_ingest_in_flight_requests',
    'Requests being enriched or published.',
    () => admission.requests,
  );
  watch(registers, 'footfall_ingest_in_flight_bytes', 'Bytes of bodies in memory.', () => admission.bytes);
  const steps: Counter<'step'> = new Counter({
    name: 'footfall_ingest_step_seconds_total',
    help: 'Time of each step of an event, from a sample; session and publish include waiting for the state and the bus.',
    labelNames: ['step'],
    registers,
    collect() {
      steps.reset();
      for (const [step, seconds] of stepSeconds()) steps.inc({ step }, seconds);
    },
  });
  return {
    accepted: new Counter({
      name: 'footfall_ingest_events_accepted_total',
      help: 'Events that are durable on the bus.',
      registers,
    }),
    rejected: new Counter({
      name: 'footfall_ingest_events_rejected_total',
      help: 'Events that were refused, by code.',
      labelNames: ['code'],
      registers,
    }),
    requests: new Counter({
      name: 'footfall_ingest_requests_total',
      help: 'Requests to /api/v1/events and /api/v1/page.gif, by status; 0 if the client had disconnected.',
      labelNames: ['status'],
      registers,
    }),
    keysRefused: new Counter({
      name: 'footfall_ingest_keys_refused_total',
      help: 'Requests that were refused for their key, or for the page that sent it, by reason.',
      labelNames: ['reason'],
      registers,
    }),
    publishSeconds: new Histogram({
      name: 'footfall_ingest_publish_seconds',
      help: "Time until a request's events were durable on the bus.",
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers,
    }),
  };
}

export type Instruments = ReturnType<typeof createInstruments>;

function watch(registers: Registry[], name: string, help: string, read: () => number): void {
  const gauge: Gauge = new Gauge({ name, help, registers, collect: () => gauge.set(read()) });
}
