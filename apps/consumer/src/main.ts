/** Starts the consumer, once it is known that it may open enough files. */
import { runMain } from '@footfall/process/entry';

await runMain(() => import('./run.ts'));
