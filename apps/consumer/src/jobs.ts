/** The jobs of the command line. A running Footfall runs them if its store is embedded, because no other process can open it. */
import type { Bus } from '@footfall/bus';
import { explainEndpoint, queryReport, verify, type VerifyReport, type Warehouse } from '@footfall/warehouse';
import { z } from 'zod';
import { readDeadLetters, storedDeadLetter } from './partition/dead-letters.ts';
import type { OnProgress } from './reconcile/compare.ts';
import { reconcile, type ReconcileReport } from './reconcile/reconcile.ts';

export type { StoredDeadLetter } from './partition/dead-letters.ts';

/** The parts that jobs can need. */
export interface JobPorts {
  bus: Pick<Bus, 'partitions' | 'deadLetters'>;
  warehouse: Warehouse;
  eventsReadMax: number;
}

/** Input and report are passed between the processes as JSON. */
export interface Job<Input, Report, Need extends keyof JobPorts = keyof JobPorts> {
  name: string;
  needs: readonly Need[];
  input: z.ZodType<Input>;
  /** The form of the report, which the command line checks; that of `z.custom` is not checked. */
  report: z.ZodType<Report>;
  /** Rejects with the errors of `onProgress`. */
  run(ports: Pick<JobPorts, Need>, input: Input, onProgress: OnProgress): Promise<Report>;
}

export const verifyJob = defineJob({
  name: 'verify',
  needs: ['warehouse', 'eventsReadMax'],
  input: z.strictObject({
    fromMs: z.int().optional(),
    toMs: z.int().optional(),
    workspaceId: z.string().optional(),
    seed: z.int().optional(),
  }),
  report: z.custom<VerifyReport>(),
  run: ({ warehouse, eventsReadMax }, input, onProgress) => verify({ ...input, warehouse, eventsReadMax, onProgress }),
});

export const reconcileJob = defineJob({
  name: 'reconcile',
  needs: ['bus', 'warehouse'],
  input: z.strictObject({ repairs: z.boolean() }),
  report: z.custom<ReconcileReport>(),
  run: ({ bus, warehouse }, { repairs }, onProgress) => reconcile({ bus, warehouse, repairs, onProgress }),
});

export const explainJob = defineJob({
  name: 'explain',
  needs: ['warehouse', 'eventsReadMax'],
  input: z.strictObject({
    endpoint: z.string(),
    workspaceId: z.string().optional(),
    /** Values as in a query string. */
    params: z.record(z.string(), z.union([z.string(), z.array(z.string()).readonly()]).optional()),
  }),
  report: queryReport,
  run: ({ warehouse, eventsReadMax }, input) => explainEndpoint({ ...input, warehouse, eventsReadMax }),
});

export const deadLettersJob = defineJob({
  name: 'dead-letters',
  needs: ['bus'],
  input: z.strictObject({ max: z.int().min(1) }),
  report: z.array(storedDeadLetter),
  run: ({ bus }, { max }) => readDeadLetters(bus, max),
});

export const jobs: readonly Job<unknown, unknown>[] = [verifyJob, reconcileJob, explainJob, deadLettersJob];

/** Returns `job`; the types of its input, its report and its ports follow from it. */
function defineJob<Input, Report, Need extends keyof JobPorts>(
  job: Job<Input, Report, Need>,
): Job<Input, Report, Need> {
  return job;
}
