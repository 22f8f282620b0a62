/** Starts the ingest server after checking the limit of open files. */
import { runMain } from '@footfall/process/entry';

await runMain(() => import('./run.ts'));
