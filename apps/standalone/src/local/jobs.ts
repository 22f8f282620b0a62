/** The jobs that the command line runs on the store of this process, which no other process can open. */
import type { Bus } from '@footfall/bus';
import { readDeadLetters } from '@footfall/consumer/dead-letters';
import { reconcile } from '@footfall/consumer/reconcile';
import { AppError } from '@footfall/errors';
import { explainEndpoint, verify, type Warehouse } from '@footfall/warehouse';
import { z } from 'zod';

export interface JobDeps {
  bus: Pick<Bus, 'partitions' | 'deadLetters'>;
  warehouse: Warehouse;
  eventsReadMax: number;
}

/** Resolves with the report. Rejects with the errors of `onProgress`. */
export type Job = (onProgress: (done: number, total: number) => void) => Promise<unknown>;

const verifyInput = z.strictObject({
  fromMs: z.int().optional(),
  toMs: z.int().optional(),
  workspaceId: z.string().optional(),
  seed: z.int().optional(),
});
const reconcileInput = z.strictObject({ repairs: z.boolean() });
const explainInput = z.strictObject({
  endpoint: z.string(),
  workspaceId: z.string().optional(),
  params: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
});

const deadLettersInput = z.strictObject({ max: z.int().min(1) });

export type JobName = 'verify' | 'reconcile' | 'explain' | 'dead-letters';

/** Functions that create a job from the body of a request. They throw BAD_REQUEST for an invalid one. */
export const jobs: Readonly<Record<JobName, (deps: JobDeps, body: unknown) => Job>> = {
  verify({ warehouse, eventsReadMax }, body) {
    const input = read(verifyInput, body);
    return (onProgress) => verify({ ...input, warehouse, eventsReadMax, onProgress });
  },
  reconcile({ bus, warehouse }, body) {
    const { repairs } = read(reconcileInput, body);
    return (onProgress) => reconcile({ bus, warehouse, repairs, onProgress });
  },
  explain({ warehouse, eventsReadMax }, body) {
    const input = read(explainInput, body);
    return () => explainEndpoint({ ...input, warehouse, eventsReadMax });
  },
  'dead-letters'({ bus }, body) {
    const { max } = read(deadLettersInput, body);
    return () => readDeadLetters(bus, max);
  },
};

function read<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new AppError('BAD_REQUEST', `${issue?.path.join('.') || 'body'}: ${issue?.message ?? 'is not valid'}`);
}
