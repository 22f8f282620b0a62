/** Runs a job on the store: in the running Footfall that has it open, else in this process. */
import type { Job } from '@footfall/consumer/jobs';
import type { Environment } from '@footfall/process/settings';
import { runLocalJob } from '../clients/local-work.ts';
import { findHolder } from './holder.ts';
import { startProgress } from '../terminal/progress.ts';
import { withParts } from './own-parts.ts';
import { loadStoreSettings, type Need } from './settings.ts';

export * from '@footfall/consumer/jobs';

/** The progress bar of a job: the unit of its steps, and true if none is shown. */
interface Shown {
  unit: string;
  isQuiet: boolean;
}

/** Resolves with the job's report. Rejects like `withParts` and `runLocalJob`. */
export async function runJob<Input, Report, Needed extends Need>(
  job: Job<Input, Report, Needed>,
  environment: Environment,
  input: Input,
  { unit, isQuiet }: Shown = { unit: '', isQuiet: true },
): Promise<Report> {
  const settings = loadStoreSettings(environment, job.needs);
  const socket = await findHolder(settings, job.needs);
  const { update, stop } = startProgress(unit, isQuiet);
  try {
    return socket
      ? await runLocalJob(socket, job, input, update)
      : await withParts(settings, job.needs, (ports) => job.run(ports, input, update));
  } finally {
    stop();
  }
}
